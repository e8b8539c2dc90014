         DFHSIT TYPE=CSECT,                                            *
               SUFFIX=P1,                                              *
               APPLID=CICSPAYA,                                        *
               SYSIDNT=PAYA,                                           *
               MXT=150,                                                *
               EDSALIM=500M,                                           *
               ICVR=5000,                                              *
               GRPLIST=DFHLIST,                                        *
               SEC=YES,                                                *
               DFLTUSER=CICSUSER,                                      *
               INITPARM=(DFHDBCON='00,DBCON1')
         END   DFHSITBA
