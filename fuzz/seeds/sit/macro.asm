         TITLE 'SIT'
         DFHSIT TYPE=CSECT,                                            *
               SUFFIX=6$,                 A REMARK                     *
               STARTER=YES,                                            *
               GRPLIST=(DFHLIST,                                       *
               SHOPLIST),                                              *
               FLDSEP='    ',START=(AUTO,ALL)
         END   DFHSITBA
