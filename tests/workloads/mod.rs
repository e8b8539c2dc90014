//! Small workloads that several tests share.

#![allow(dead_code, reason = "shared by tests, of which each uses a part")]

/// SQL calls beside a task without any.
pub(crate) const SQL: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 400.0\nprogram = 'P1'\ncpu_us = 1500.0\nsql_calls = 3.0\n\
                   sql_elapsed_ms = 4.0\nmemory_31_kb = 1000.0\n[[transaction]]\nid = 'T2'\nrate_per_s = 100.0\n\
                   program = 'P2'\ncpu_us = 1000.0\n";

/// Files, a link and a web request.
pub(crate) const REST: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 50.0\nprogram = 'P1'\ncpu_us = 500.0\n\
                    memory_below_kb = 40.0\nmemory_31_kb = 800.0\n[[transaction.file]]\nname = 'F1'\nreads = 10.0\nbrowse_records = 400.0\n\
                    intervals = 10000\nskew = 0.8\n[[transaction.link]]\nprogram = 'FAR'\ncpu_us = 200.0\n\
                    [transaction.web]\ntls = 'cics'\nnew_connection_percent = 100.0\nfull_handshake_percent = 100.0\n";

/// Updates of a small file.
pub(crate) const UPDATES: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 200.0\nprogram = 'P1'\ncpu_us = 500.0\n\
                       [[transaction.file]]\nname = 'F1'\nupdates = 2.0\nintervals = 50\nskew = 0.5\n";

/// A web request whose service says how it comes in.
pub(crate) const WEB: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 50.0\nprogram = 'P1'\n\
                   [transaction.web]\ntcpipservice = 'S'\n";

/// Web requests of clients that come back.
pub(crate) const RETURNING: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 50.0\nprogram = 'P1'\n\
                         [transaction.web]\ntls = 'cics'\nnew_connection_percent = 50.0\nclient_returns_s = 100.0\n";

/// The mirror that does what tasks of another region ask for.
pub(crate) const MIRROR: &str = "[[transaction]]\nid = 'T1'\nrate_per_s = 20.0\ncpu_us = 50.0\n\
                          file = [{ name = 'F1', reads = 10.0, shipped_from = 'SYSB' }]\n";
