# SPDX-License-Identifier: GPL-2.0-or-later
# One log in every framing: writes DIR/NAME.log for each, and prints the names.
import datetime
import json
import os
import struct
import sys

# time in us, level, caller, text: a record may have several rows
RECORDS = [
    (0, 5, "T0", "Linux version 6.1.192 (build@host) (gcc 12.2.0) #1 SMP"),
    (544331, 6, "T1", "raid6: avx2x4   gen() 24055 MB/s"),
    (612332, 6, "T1", "raid6: avx2x2   gen() 27168 MB/s"),
    (612334, 6, "T1", "raid6: using algorithm avx2x2 gen() 27168 MB/s"),
    (680321, 6, "T1", "raid6: .... xor() 16193 MB/s, rmw enabled"),
    (1000000, 6, "T1", "[drm] Initialized amdgpu 3.49.0 on minor 0"),
    (10200001, 6, "T912", "Kmalloc N*alloc N*free(16): 0=86/104 1=90/107 Average=88/106"),
    (10200002, 6, "T912", " 10000 times kmalloc(16384) -> 403 cycles kfree -> 264 cycles"),
    (15574402, 1, "T123",
     "Total time taken by all kfree'ers: 14185970787 ns, loops: 20000, batches: 1548"),
    (15574403, 1, "C3", "rcu-ref-scale: \nRuns\tTime(ns)\n1\t3.456\n2\t3.400"),
    (15823704, 6, "T77", "Summary: fix_size_alloc_test passed: 1 failed: 0 xfailed: 0 "
     "repeat: 1 loops: 1000000 avg: 955334 usec"),
    (15823708, 6, "T77", "All test took worker0=485061693537 cycles"),
]
START = datetime.datetime(2026, 11, 30, 10, 47, 41)
LEVELS = ["emerg", "alert", "crit", "err", "warn", "notice", "info", "debug"]


def stamp(us):
    return "[%5d.%06d] " % (us // 1000000, us % 1000000)


def wall(us):
    return START + datetime.timedelta(microseconds=us)


def iso(us, digits=6, zone="+00:00", point="."):
    at = wall(us)
    part = point + ("%06d0" % at.microsecond)[:digits] if digits else ""
    return at.strftime("%Y-%m-%dT%H:%M:%S") + part + zone


def rows(prefix, each=True, tabs=None):
    """Each row with its prefix, or the first alone and the others indented by its width."""
    out = []
    for us, level, caller, text in RECORDS:
        p = prefix(us, level, caller)
        for i, row in enumerate(text.split("\n")):
            out.append((p if each or i == 0 else " " * len(p)) + row)
    text = "\n".join(out) + "\n"
    return (text.expandtabs(8) if tabs == "aligned" else
            text.replace("\t", tabs) if tabs else text).encode()


def console(us, level=0, caller=""):
    return stamp(us)


def called(us, level, caller):
    return stamp(us)[:-1] + "[%6s] " % caller


def delta(us):
    before = [r[0] for r in RECORDS if r[0] < us]
    return "<%12.6f>" % ((us - before[-1]) / 1e6 if before else 0)


def escaped(text):
    return "".join(c if " " <= c < "\x7f" and c != "\\" else "\\x%02x" % ord(c) for c in text)


def kmsg(us, level, caller, text, seq, release="", fields=""):
    return "%s%d,%d,%d,-%s;%s\n" % (release, level, seq, us, fields, escaped(text))


def kmsgs(release="", end="", dictionary=""):
    return "".join(kmsg(*r, i, release, ",caller=" + r[2]) + dictionary + end
                   for i, r in enumerate(RECORDS, 400)).encode()


def pieces(size=30, glued=False):
    """A collector that adds no line feeds glues pieces; a record's own ends its last one."""
    out = ""
    for i, (us, level, caller, text) in enumerate(RECORDS):
        body = escaped(text)
        total = len(body) + 1
        for at in range(0, len(body), size):
            out += "%d,%d,%d,-,ncfrag=%d/%d;%s" % (level, i, us, at, total, body[at:at + size])
            out += "" if glued and at + size < len(body) else "\n"
    return out.encode()


def dmesg_json(pretty, broken=False):
    items = []
    raw = "".join("<%d>%s%s\n" % (level, stamp(us), text) for us, level, c, text in RECORDS)
    for us, level, caller, text in RECORDS:
        head = "<%d>%s" % (level, stamp(us))
        if broken:
            raw = raw[len(head):]
            text = raw
            raw = raw[raw.find("\n<") + 1:]
        fields = ['"pri": %d' % level, '"time": %12.6f' % (us / 1e6)]
        if not broken:
            fields.append('"caller": "%s"' % caller)
        fields.append('"msg": ' + json.dumps(text))
        items.append(fields)
    if not pretty:
        return ('{"dmesg":[' + ",".join("{" + ",".join(f) + "}" for f in items) + "]}\n").encode()
    return ('{\n   "dmesg": [\n      {\n         ' + "\n      },{\n         ".join(
        ",\n         ".join(f) for f in items) + "\n      }\n   ]\n}\n").encode()


def entries():
    """The journal's entries, a program's between them."""
    for i, (us, level, caller, text) in enumerate(RECORDS):
        yield {"__CURSOR": "s=0a;i=%x;b=2c;m=1;t=2;x=3" % i,
               "__REALTIME_TIMESTAMP": "%d" % (1796000000000000 + us),
               "_SOURCE_MONOTONIC_TIMESTAMP": "%d" % us, "_TRANSPORT": "kernel",
               "PRIORITY": "%d" % level, "SYSLOG_IDENTIFIER": "kernel", "MESSAGE": text}
        yield {"__CURSOR": "s=0a;i=%x;b=2c;m=1;t=2;x=4" % i, "_TRANSPORT": "stdout",
               "SYSLOG_IDENTIFIER": "raid", "MESSAGE": "raid6: avx2x1   gen() %d MB/s" % i}


def journal(begin="", end="\n", pretty=False, octets=False):
    out = ""
    for e in entries():
        if octets:
            e["MESSAGE"] = list(e["MESSAGE"].encode())
        if pretty:
            text = "{\n" + ",\n".join("\t%s : %s" % (json.dumps(k), json.dumps(v))
                                      for k, v in e.items()) + "\n}"
        else:
            text = json.dumps(e, separators=(",", ":"))
        out += begin + text + end
    return out.encode()


def export():
    out = b""
    for e in entries():
        for key, value in e.items():
            if "\n" in value:
                out += key.encode() + b"\n" + struct.pack("<Q", len(value)) + value.encode() + b"\n"
            else:
                out += ("%s=%s\n" % (key, value)).encode()
        out += b"\n"
    return out


def verbose():
    out = ""
    for e in entries():
        out += "Mon 2026-11-30 10:47:41.000001 UTC [%s]\n" % e["__CURSOR"]
        for key, value in e.items():
            if not key.startswith("__"):
                out += "    %s=%s\n" % (key, value.replace("\n", "\n" + " " * 12))
    return out.encode()


def pstore():
    """The kernel fills pieces from the newest on."""
    raw = ["<%d>%s%s\n" % (level, called(us, 0, c), row) for us, level, c, text in RECORDS
           for row in text.split("\n")]
    parts = [raw[:5], raw[5:9], raw[9:]]
    return "".join("====1796000000.000010-D\nPanic#1 Part%d\n%s" % (i + 1, "".join(part))
                   for i, part in enumerate(reversed(parts))).encode()


def coloured(us, level, caller, text):
    """The time, the word before the colon, and what is an alert."""
    head, colon, rest = text.partition(": ")
    rest = ("\x1b[7m\x1b[31m" + rest + "\x1b[0m") if level < 2 else rest
    return "\x1b[32m%s\x1b[0m\x1b[33m%s\x1b[0m%s\n" % (stamp(us), head + colon, rest)


def two_writers():
    lines = rows(console).decode().splitlines()
    out = ["root@host:~# " + lines[0] + "\r"]
    out += [lines[1] + lines[2] + "\r", "[  OK  ] Started foo. " + lines[3] + "\r"]
    return "\n".join(out + [l + "\r" for l in lines[4:]] + [""]).encode()


def lined(change):
    return "".join(change(l) for l in rows(console).decode().splitlines()).encode()


HEAD = "\x1bc\x1b[?7l\x1b[2J\x1b[0mSeaBIOS (version 1.16.2)\r\nBooting from ROM..\x1bc\x1b[?7l\x1b[2J"


def syslog(us, level=0, caller=""):
    return wall(us).strftime("%b %d %H:%M:%S host kernel: ")


def framings():
    def each(name, prefix, **how):
        yield name, rows(prefix, **how)

    table = {
        # 9.1
        "bare": lambda u, l, c: "",
        "time": console,
        "caller": lambda u, l, c: "[%6s] " % c,
        "time-caller": called,
        "level": lambda u, l, c: "<%d>%s" % (l, called(u, l, c)),
        # 9.2
        "dmesg-caller": lambda u, l, c: stamp(u) + "[%7s] " % c,
        "dmesg-caller-pid-max": lambda u, l, c: stamp(u) + "[%8s] " % c,
        "dmesg-x": lambda u, l, c: "kern  :%-6s: %s" % (LEVELS[l], stamp(u)),
        "dmesg-T": lambda u, l, c: wall(u).strftime("[%a %b %e %H:%M:%S %Y] "),
        "dmesg-T-x": lambda u, l, c: "kern  :%-6s: " % LEVELS[l] +
        wall(u).strftime("[%a %b %e %H:%M:%S %Y] "),
        "dmesg-iso": lambda u, l, c: iso(u, point=",") + " ",
        "dmesg-H": lambda u, l, c: "[%s] " % ("Nov30 10:47" if u == 0 else "  +0.068001"),
        "dmesg-delta": lambda u, l, c: "[%s] " % delta(u),
        "dmesg-d": lambda u, l, c: "%s %s] " % (stamp(u)[:-2], delta(u)),
        "dmesg-d-T": lambda u, l, c: wall(u).strftime("[%a %b %e %H:%M:%S %Y ") + delta(u) + "] ",
        "dmesg-r": lambda u, l, c: "<%d>%s" % (l, stamp(u)),
        "dmesg-two-formats": lambda u, l, c: wall(u).strftime("[%a %b %e %H:%M:%S %Y] ") + stamp(u),
        "dmesg-T-french": lambda u, l, c: wall(u).strftime("[lun. nov. %e %H:%M:%S %Y] "),
        "dmesg-T-japanese": lambda u, l, c: wall(u).strftime("[\u6708 11\u6708 %e %H:%M:%S %Y] "),
        "uptime-of-8-digits": lambda u, l, c: stamp(10844965 * 1000000 + u),
        # 9.5
        "syslog": syslog,
        "syslog-pid": lambda u, l, c: wall(u).strftime("%b %d %H:%M:%S host kernel[0]: "),
        "syslog-day-padded": lambda u, l, c: wall(u).strftime("Aug  7 %H:%M:%S host kernel: "),
        "syslog-time": lambda u, l, c: syslog(u) + stamp(u),
        "syslog-time-caller": lambda u, l, c: syslog(u) + called(u, l, c),
        "syslog-iso": lambda u, l, c: iso(u) + " host kernel: ",
        "syslog-localised": lambda u, l, c: wall(u).strftime("ao\u00fbt %d %H:%M:%S host kernel: "),
        "rfc5424": lambda u, l, c: "<%d>1 %s host kernel - - - %s" % (l, iso(u), stamp(u)),
        "rfc5424-no-pri": lambda u, l, c: "1 %s host kernel - - - " % iso(u),
        "rfc5424-data": lambda u, l, c: '<%d>1 %s host kernel - ID [m s="1"][x y="]"] ' % (l, iso(u)),
        "busybox": lambda u, l, c: wall(u).strftime("%b %d %H:%M:%S host kern.") + LEVELS[l] + " kernel: ",
        "openwrt": lambda u, l, c: wall(u).strftime("%a %b %d %H:%M:%S %Y kern.") + LEVELS[l] + " kernel: " + stamp(u),
        "date-cut-off": lambda u, l, c: "host.example kernel: ",
        # 9.6
        "short-precise": lambda u, l, c: wall(u).strftime("%b %d %H:%M:%S.%f host kernel: "),
        "short-full": lambda u, l, c: wall(u).strftime("%a %Y-%m-%d %H:%M:%S UTC host kernel: "),
        "short-iso": lambda u, l, c: iso(u, 0) + " host kernel: ",
        "short-monotonic": lambda u, l, c: stamp(u + 500000) + "host kernel: ",
        "short-delta": lambda u, l, c: stamp(u)[:-2] + " " + delta(u)[:-1] + " >] host kernel: ",
        "short-unix": lambda u, l, c: "1796000%03d.%06d host kernel: " % (u // 1000000, u % 1000000),
        "no-hostname": lambda u, l, c: stamp(u) + "kernel: ",
        # 9.7
        "obs": lambda u, l, c: "[%5ds] %s" % (u // 1000000, stamp(u)),
        "github": lambda u, l, c: iso(u, 7, "Z") + " " + stamp(u),
        "github-bare": lambda u, l, c: iso(u, 7, "Z") + " ",
        "jenkins": lambda u, l, c: "[" + iso(u, 3, "Z") + "] " + stamp(u),
        "jenkins-bare": lambda u, l, c: "[" + iso(u, 3, "Z") + "] ",
        "jenkins-clock": lambda u, l, c: wall(u).strftime("%H:%M:%S  "),
        "wall-clock-time": lambda u, l, c: wall(u).strftime("%H:%M:%S  ") + stamp(u),
        "gitlab": lambda u, l, c: iso(u, 6, "Z") + " 00O " + stamp(u),
        "lava": lambda u, l, c: iso(u, 0, "") + " " + stamp(u),
        "ts": lambda u, l, c: wall(u).strftime("%b %d %H:%M:%S ") + stamp(u),
        "ts-bare": lambda u, l, c: wall(u).strftime("%b %d %H:%M:%S "),
        "ts-monotonic": lambda u, l, c: stamp(u + 3000000) + stamp(u),
        "minicom": lambda u, l, c: wall(u).strftime("[%Y-%m-%d %H:%M:%S] ") + stamp(u),
        "android": lambda u, l, c: stamp(u) + "[0:  swapper/0:    1] ",
        "android-letter": lambda u, l, c: stamp(u) + "I[7:kworker/u16:3:  912] ",
        "quoted": lambda u, l, c: "> > " + called(u, l, c),
        "indented": lambda u, l, c: "    " + stamp(u),
    }
    for name, prefix in table.items():
        yield name, rows(prefix)
        # dmesg and journalctl put later rows under the first
        if name.startswith(("dmesg-", "short-")):
            yield name + "-indented-rows", rows(
                prefix, False, "        " if name.startswith("short-") else None)
    yield "tabs-as-blanks", rows(console, tabs="aligned")
    yield "rsyslog-escapes", "".join(
        syslog(us) + stamp(us) + text.replace("\n", "#012").replace("\t", "#011") + "\n"
        for us, l, c, text in RECORDS).encode()
    yield "dmesg-color", "".join(coloured(*r) for r in RECORDS).encode()
    yield "dmesg-J", dmesg_json(True)
    yield "dmesg-J-compact", dmesg_json(False)
    yield "dmesg-J-of-a-file", dmesg_json(True, True)
    # 9.3, 9.4
    yield "kmsg", kmsgs()
    yield "kmsg-dictionary", kmsgs(dictionary=" SUBSYSTEM=usb\n DEVICE=c189:5\n")
    yield "kmsg-nul", kmsgs(end="\0")
    yield "kmsg-crlf", kmsgs().replace(b"\n", b"\r\n")
    yield "netconsole", rows(lambda u, l, c: "")
    yield "netconsole-release", kmsgs("6.4.0,", dictionary=" release=6.4.0\n")
    yield "netconsole-pieces", pieces()
    yield "netconsole-pieces-glued", pieces(glued=True)
    # 9.6
    yield "journal-json", journal()
    yield "journal-json-octets", journal(octets=True)
    yield "journal-json-pretty", journal(pretty=True)
    yield "journal-json-sse", journal("data: ", "\n\n")
    yield "journal-json-seq", journal("\x1e")
    yield "journal-export", export()
    yield "journal-verbose", verbose()
    # 9.7, 9.8
    yield "crlf", lined(lambda l: l + "\r\n")
    yield "cr-crlf", lined(lambda l: l + "\r\r\n")
    yield "cr-overwrites", lined(lambda l: "loading 99%\r" + l + "\r\n")
    yield "escapes", lined(lambda l: "\x1b(B\x1b[m" + l + "\x1b[0m\r\n")
    yield "firmware", HEAD.encode() + lined(lambda l: l + "\r\n")
    yield "firmware-escapes-lost", HEAD.replace("\x1b", "").encode() + lined(lambda l: l + "\r\n")
    yield "doubled", lined(lambda l: (l + "\n") * 2)
    yield "blank-between", lined(lambda l: l + "\n\n")
    yield "two-writers", two_writers()
    yield "systemd-between", lined(lambda l: l + "\n[\x1b[0;32m  OK  \x1b[0m] Started foo.\n")
    yield "no-break-spaces", lined(lambda l: l.replace("  ", "\u00a0 ") + "\n")
    yield "pstore", pstore()


if __name__ == "__main__":
    for name, data in framings():
        with open(os.path.join(sys.argv[1], name + ".log"), "wb") as f:
            f.write(data)
        print(name)
