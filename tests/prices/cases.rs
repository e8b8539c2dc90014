//! One small region and workload for each rule that has a price of its own.

/// Which number of an impact a rule is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Measure {
    /// CPU of a task.
    Cpu,
    /// CPU in percent of an engine.
    Engine,
    /// 95th percentile of the response.
    P95,
}

/// A region that has the finding, and what makes it dearer.
pub(crate) struct Priced {
    pub(crate) code: &'static str,
    pub(crate) deck: &'static str,
    pub(crate) sit: &'static str,
    pub(crate) workload: &'static str,
    pub(crate) measure: Measure,
    /// What drives the price: this text of the deck, the SIT or the workload, replaced by that. Nothing where the price
    /// is the same whatever the region does.
    pub(crate) dearer: Option<(&'static str, &'static str)>,
}

const DB2: &str = "DEFINE PROGRAM(P1) GROUP(G) CONCURRENCY(THREADSAFE)\n\
                   DEFINE TRANSACTION(T1) GROUP(G) PROGRAM(P1)\n\
                   DEFINE DB2CONN(C) GROUP(G) TCBLIMIT(100) THREADLIMIT(20)\n\
                   DEFINE DB2ENTRY(E) GROUP(G) PLAN(P) THREADLIMIT(19) TRANSID(T1)\n\
                   ADD GROUP(G) LIST(L)\n";
const SQL: &str =
    "[[transaction]]\nid = 'T1'\nrate_per_s = 100.0\ncpu_us = 900.0\nsql_calls = 4.0\nsql_elapsed_ms = 5.0\n";
const SHIPS: &str =
    "[[transaction]]\nid = 'T1'\nrate_per_s = 20.0\ncpu_us = 500.0\nfile = [{ name = 'F', reads = 10.0 }]\n";
const REMOTE: &str = "DEFINE FILE(F) GROUP(G) REMOTESYSTEM(SYSB)\nADD GROUP(G) LIST(L)\n";
const HTTPS: &str = "DEFINE PROGRAM(P1) GROUP(G) CONCURRENCY(REQUIRED)\n\
                     DEFINE TRANSACTION(T1) GROUP(G) PROGRAM(P1)\n\
                     DEFINE TCPIPSERVICE(W) GROUP(G) PORTNUMBER(8443) PROTOCOL(HTTP) SSL(YES)\n\
                     ADD GROUP(G) LIST(L)\n";
const FILE: &str = "DEFINE PROGRAM(P1) GROUP(G) CONCURRENCY(REQUIRED)\n\
                    DEFINE TRANSACTION(T1) GROUP(G) PROGRAM(P1)\n\
                    DEFINE FILE(F) GROUP(G) DSNAME(A.B) LSRPOOLNUM(1)\n\
                    ADD GROUP(G) LIST(L)\n";

/// The cases, in the order of their codes.
pub(crate) const ALL: &[Priced] = &[
    Priced {
        code: "DBT011",
        deck: "DEFINE DB2CONN(C) GROUP(G)\nDEFINE DB2ENTRY(E) GROUP(G) PLAN(P) THREADLIMIT(50) PROTECTNUM(0) TRANSID(T*)\n",
        sit: "",
        workload: SQL,
        measure: Measure::Engine,
        dearer: Some(("rate_per_s = 100.0", "rate_per_s = 200.0")),
    },
    Priced {
        code: "DBT013",
        deck: "INITIALIZE\nDEFINE DB2CONN(C) GROUP(G) TCBLIMIT(10) THREADLIMIT(10)\n\
               DEFINE DB2ENTRY(E) GROUP(G) PLAN(P) THREADLIMIT(30) TRANSID(T1)\n",
        sit: "",
        workload: "[[transaction]]\nid = 'T1'\nrate_per_s = 300.0\ncpu_us = 900.0\nsql_calls = 4.0\nsql_elapsed_ms = 5.0\n",
        measure: Measure::P95,
        dearer: Some(("rate_per_s = 300.0", "rate_per_s = 350.0")),
    },
    Priced {
        code: "FIL023",
        deck: "DEFINE FILE(F) GROUP(G) DSNAME(A.B) LSRPOOLNUM(NONE) STRINGS(2) DATABUFFERS(3) BROWSE(YES)\n",
        sit: "",
        workload: "[[transaction]]\nid = 'T1'\nrate_per_s = 1.0\ncpu_us = 500.0\n\
                   file = [{ name = 'F', browse_records = 1000.0, intervals = 10000 }]\n",
        measure: Measure::P95,
        dearer: Some(("browse_records = 1000.0", "browse_records = 4000.0")),
    },
    Priced {
        code: "FIL024",
        deck: "DEFINE FILE(F) GROUP(G) DSNAME(A.B) LSRPOOLNUM(NONE) STRINGS(5) READ(YES) UPDATE(YES)\n\
               DEFINE LSRPOOL(P) GROUP(G) LSRPOOLNUM(1) DATA4K(5000) STRINGS(50)\n",
        sit: "",
        workload: "[[transaction]]\nid = 'T1'\nrate_per_s = 10.0\ncpu_us = 500.0\n\
                   file = [{ name = 'F', reads = 10.0, intervals = 10000 }]\n",
        measure: Measure::P95,
        dearer: Some(("reads = 10.0", "reads = 40.0")),
    },
    Priced {
        code: "MIG006",
        deck: HTTPS,
        sit: "GRPLIST=(DFHLIST,L)\nKEYRING=K\nSYSTR=OFF\nMAXSSLTCBS=1\n",
        workload: "[[transaction]]\nid = 'T1'\nrate_per_s = 80.0\n\
                   [transaction.web]\ntcpipservice = 'W'\nnew_connection_percent = 100.0\nfull_handshake_percent = 100.0\n",
        measure: Measure::P95,
        dearer: Some(("rate_per_s = 80.0", "rate_per_s = 100.0")),
    },
    Priced {
        code: "PGM012",
        deck: "DEFINE PROGRAM(P1) GROUP(G) CONCURRENCY(REQUIRED) API(OPENAPI) EXECKEY(USER)\n\
               DEFINE TRANSACTION(T1) GROUP(G) PROGRAM(P1)\nDEFINE DB2CONN(C) GROUP(G)\n\
               DEFINE DB2ENTRY(E) GROUP(G) PLAN(P) THREADLIMIT(19) TRANSID(T1)\nADD GROUP(G) LIST(L)\n",
        sit: "GRPLIST=(DFHLIST,L)\nSTGPROT=YES\n",
        workload: SQL,
        measure: Measure::Cpu,
        dearer: Some(("sql_calls = 4.0", "sql_calls = 8.0")),
    },
    Priced {
        code: "PGM014",
        deck: "DEFINE PROGRAM(P1) GROUP(G) CONCURRENCY(QUASIRENT)\nDEFINE TRANSACTION(T1) GROUP(G) PROGRAM(P1)\n\
               DEFINE DB2CONN(C) GROUP(G)\nDEFINE DB2ENTRY(E) GROUP(G) PLAN(P) THREADLIMIT(19) TRANSID(T1)\n",
        sit: "",
        workload: SQL,
        measure: Measure::Cpu,
        dearer: Some(("sql_calls = 4.0", "sql_calls = 8.0")),
    },
    Priced {
        code: "TRN024",
        deck: "DEFINE PROGRAM(P1) GROUP(G) CONCURRENCY(QUASIRENT)\nDEFINE TRANSACTION(T1) GROUP(G) PROGRAM(P1)\n\
               DEFINE DB2CONN(C) GROUP(G)\nDEFINE DB2ENTRY(E) GROUP(G) PLAN(P) THREADLIMIT(19) TRANSID(T*)\n",
        sit: "",
        workload: SQL,
        measure: Measure::Cpu,
        dearer: Some(("sql_calls = 4.0", "sql_calls = 8.0")),
    },
    Priced {
        code: "TUN001",
        deck: DB2,
        sit: "GRPLIST=(DFHLIST,L)\nMXT=100\nMAXOPENTCBS=32\n",
        workload: "[[transaction]]\nid = 'T1'\nrate_per_s = 1200.0\ncpu_us = 300.0\nsql_calls = 4.0\nsql_elapsed_ms = 5.0\n",
        measure: Measure::P95,
        dearer: Some(("rate_per_s = 1200.0", "rate_per_s = 1350.0")),
    },
    Priced {
        code: "TUN003",
        deck: DB2,
        sit: "GRPLIST=(DFHLIST,L)\nFORCEQR=YES\n",
        workload: SQL,
        measure: Measure::Cpu,
        dearer: Some(("sql_calls = 4.0", "sql_calls = 8.0")),
    },
    Priced {
        code: "TUN011",
        deck: "DEFINE CONNECTION(AOR1) GROUP(G) ACCESSMETHOD(XM) NETNAME(CICSAOR1)\n\
               DEFINE FILE(F) GROUP(G) DSNAME(A.B) LSRPOOLNUM(1)\nADD GROUP(G) LIST(L)\n",
        sit: "GRPLIST=(DFHLIST,L)\nISC=YES\nIRCSTRT=YES\nMROLRM=NO\n",
        workload: "[[transaction]]\nid = 'CSMI'\nrate_per_s = 20.0\ncpu_us = 50.0\n\
                   file = [{ name = 'F', reads = 10.0, shipped_from = 'AOR1' }]\n",
        measure: Measure::Cpu,
        dearer: Some(("reads = 10.0", "reads = 30.0")),
    },
    Priced {
        code: "TUN013",
        deck: REMOTE,
        sit: "GRPLIST=(DFHLIST,L)\nMROBTCH=10\nICV=500\n",
        workload: SHIPS,
        measure: Measure::P95,
        dearer: Some(("MROBTCH=10", "MROBTCH=20")),
    },
    Priced {
        code: "TUN014",
        deck: REMOTE,
        sit: "GRPLIST=(DFHLIST,L)\nMROBTCH=6\nICV=1000\n",
        workload: "[[transaction]]\nid = 'T1'\nrate_per_s = 0.1\ncpu_us = 500.0\nfile = [{ name = 'F', reads = 2.0 }]\n",
        measure: Measure::P95,
        dearer: Some(("ICV=1000", "ICV=3000")),
    },
    Priced {
        code: "TUN016",
        deck: "INITIALIZE\nDEFINE IPCONN(AOR1) GROUP(G) APPLID(CICSAOR1) TCPIPSERVICE(I) RECEIVECOUNT(50)\n\
               DEFINE TCPIPSERVICE(I) GROUP(G) PORTNUMBER(1435) PROTOCOL(IPIC) URM(NO)\n\
               DEFINE FILE(F) GROUP(G) DSNAME(A.B) LSRPOOLNUM(1)\nADD GROUP(G) LIST(L)\n",
        sit: "GRPLIST=(DFHLIST,L)\nISC=YES\nFCQRONLY=YES\n",
        workload: SHIPS,
        measure: Measure::Cpu,
        dearer: Some(("reads = 10.0", "reads = 20.0")),
    },
    Priced {
        code: "TUN017",
        deck: FILE,
        sit: "GRPLIST=(DFHLIST,L)\nFCQRONLY=YES\n",
        workload: SHIPS,
        measure: Measure::Cpu,
        dearer: Some(("reads = 10.0", "reads = 20.0")),
    },
    Priced {
        code: "TUN018",
        deck: HTTPS,
        sit: "GRPLIST=(DFHLIST,L)\nKEYRING=K\nSSLDELAY=50\n",
        workload: "[[transaction]]\nid = 'T1'\nrate_per_s = 100.0\n\
                   [transaction.web]\ntcpipservice = 'W'\nnew_connection_percent = 50.0\nclient_returns_s = 100.0\n",
        measure: Measure::Cpu,
        dearer: Some(("SSLDELAY=50", "SSLDELAY=1")),
    },
    Priced {
        code: "TUN019",
        deck: "DEFINE TCPIPSERVICE(W) GROUP(G) PORTNUMBER(8443) PROTOCOL(HTTP) SSL(YES) SOCKETCLOSE(0)\n",
        sit: "",
        workload: "[[transaction]]\nid = 'T1'\nrate_per_s = 100.0\n\
                   [transaction.web]\ntcpipservice = 'W'\nnew_connection_percent = 50.0\n",
        measure: Measure::Cpu,
        dearer: Some(("new_connection_percent = 50.0", "new_connection_percent = 10.0")),
    },
    Priced {
        code: "TUN020",
        deck: "DEFINE TCPIPSERVICE(W) GROUP(G) PORTNUMBER(8080) PROTOCOL(HTTP) MAXPERSIST(0)\n",
        sit: "",
        workload: "[[transaction]]\nid = 'T1'\nrate_per_s = 100.0\n\
                   [transaction.web]\ntcpipservice = 'W'\nnew_connection_percent = 50.0\n",
        measure: Measure::Cpu,
        dearer: Some(("new_connection_percent = 50.0", "new_connection_percent = 10.0")),
    },
    Priced {
        code: "TUN021",
        deck: "DEFINE URIMAP(U) GROUP(G) USAGE(CLIENT) HOST(pay.example.com) PATH(/)\n",
        sit: "",
        workload: SHIPS,
        measure: Measure::Cpu,
        dearer: None,
    },
    Priced {
        code: "TUN022",
        deck: HTTPS,
        sit: "GRPLIST=(DFHLIST,L)\nKEYRING=K\n",
        workload: "[[transaction]]\nid = 'T1'\nrate_per_s = 100.0\n[transaction.web]\ntcpipservice = 'W'\n",
        measure: Measure::Engine,
        dearer: Some(("rate_per_s = 100.0", "rate_per_s = 300.0")),
    },
    Priced {
        code: "TUN032",
        deck: "DEFINE PROGRAM(P1) GROUP(G)\nADD GROUP(G) LIST(L)\n",
        sit: "GRPLIST=(DFHLIST,L)\nSTATRCD=ON\nSTATINT=000300\n",
        workload: "[[transaction]]\nid = 'T1'\nrate_per_s = 100.0\ncpu_us = 500.0\n",
        measure: Measure::Engine,
        dearer: Some(("STATINT=000300", "STATINT=000100")),
    },
];
