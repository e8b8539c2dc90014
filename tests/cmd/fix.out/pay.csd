* Payroll
DEFINE PROGRAM(PAY01) GROUP(PAY)                                        00000200
       LANGUAGE(COBOL) STATUS(ENABLED)                                  00000300
DEFINE TRANSACTION(PAY1) GROUP(PAY) PROGRAM(PAY01)                      00000400
