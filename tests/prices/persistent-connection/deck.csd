* 8-18 against 8-19: a web service in the clear, on connections that stay
* against a new connection for each request.
DEFINE TCPIPSERVICE(WEB) GROUP(WEBG) PORTNUMBER(8080) PROTOCOL(HTTP)
       SOCKETCLOSE(0)
DEFINE TRANSACTION(WREQ) GROUP(WEBG) PROGRAM(WEBPGM)
DEFINE PROGRAM(WEBPGM) GROUP(WEBG)
