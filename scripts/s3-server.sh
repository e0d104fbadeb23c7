#!/usr/bin/env bash
# Runs one real S3 server for tests (a one-node Ceph RADOS gateway with its objects in memory), whole in one folder.
#
#   s3-server.sh start <folder> [port]   prints and writes <folder>/env (endpoint, region, credentials)
#   s3-server.sh stop <folder>           ends exactly the processes that start recorded in <folder>/pids
#
# Everything listens on 127.0.0.1 with a configuration of its own below <folder>, so any number of servers run side
# by side and a cluster that was on the machine before is never spoken to. Buckets are left to the tests.
set -euo pipefail

packages=(ceph-mon ceph-osd ceph-mgr radosgw ceph-common)
programs=(ceph-mon ceph-osd ceph-mgr radosgw radosgw-admin ceph monmaptool)

say() { echo "s3-server: $*" >&2; }
fail() { say "$*"; exit 1; }

usage() { fail "usage: s3-server.sh start <folder> [port] | stop <folder>"; }

missing_programs() {
  local program
  for program in "${programs[@]}"; do
    command -v "$program" >/dev/null 2>&1 || echo "$program"
  done
}

ensure_packages() {
  local missing
  missing="$(missing_programs)"
  [ -z "$missing" ] && return 0
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    fail "missing $(echo "$missing" | tr '\n' ' ')- install the Debian packages ${packages[*]}"
  fi
  say "installing ${packages[*]}"
  {
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${packages[@]}"
  } >"$folder/log/apt.log" 2>&1 || { tail -n 20 "$folder/log/apt.log" >&2; fail "apt-get could not install them"; }
  missing="$(missing_programs)"
  [ -z "$missing" ] || fail "still missing after installing: $missing"
}

# The kernel's start time of a process: together with the pid it names one process, whatever is reused later.
started_at() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }

# A recorded process runs when its pid is there with the recorded start time and is no zombie.
runs() {
  [ "$(started_at "$1")" = "$2" ] && [ "$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f1)" != Z ]
}

# spawn <name> <command…>: starts it in a session of its own and records pid and start time.
spawn() {
  local name="$1"
  shift
  setsid "$@" >>"$folder/log/$name.out" 2>&1 </dev/null &
  local pid=$!
  echo "$name $pid $(started_at "$pid")" >>"$folder/pids"
}

tails() {
  local file
  for file in "$folder"/log/*; do
    [ -s "$file" ] || continue
    say "--- last lines of $file"
    tail -n 12 "$file" >&2
  done
}

give_up() {
  say "$*"
  tails
  stop_all
  exit 1
}

# until_ok <seconds> <what> <command…>: bounded wait; a recorded process that died ends it at once.
until_ok() {
  local seconds="$1" what="$2" deadline name pid start
  shift 2
  deadline=$((SECONDS + seconds))
  until timeout 10 "$@" >>"$folder/log/wait.out" 2>&1; do
    while read -r name pid start; do
      runs "$pid" "$start" || give_up "$name ended while waiting for: $what"
    done <"$folder/pids"
    [ "$SECONDS" -lt "$deadline" ] || give_up "not within $seconds s: $what"
    sleep 0.2
  done
}

stop_all() {
  local name pid start
  [ -f "$folder/pids" ] || return 0
  while read -r name pid start; do
    runs "$pid" "$start" && kill -TERM "$pid" 2>/dev/null || true
  done < <(tac "$folder/pids")
  local deadline=$((SECONDS + 8))
  while read -r name pid start; do
    while runs "$pid" "$start"; do
      [ "$SECONDS" -lt "$deadline" ] || { kill -KILL "$pid" 2>/dev/null || true; }
      [ "$SECONDS" -lt $((deadline + 5)) ] || fail "$name (pid $pid) does not end"
      sleep 0.1
    done
  done < <(tac "$folder/pids")
  rm -f "$folder/pids" "$folder/env"
}

# Free ports on loopback, asked from the kernel all at once so that they differ.
free_ports() {
  node -e '
    const net = require("node:net");
    const servers = Array.from({ length: Number(process.argv[1]) }, () => net.createServer().listen(0, "127.0.0.1"));
    Promise.all(servers.map((s) => new Promise((ok) => s.once("listening", ok)))).then(() => {
      console.log(servers.map((s) => s.address().port).join(" "));
      for (const s of servers) s.close();
    });' "$1"
}

write_configuration() {
  cat >"$folder/ceph.conf" <<CONF
[global]
fsid = $fsid
mon host = v2:127.0.0.1:$mon_port
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
keyring = $folder/keyring
run dir = $folder/run
admin socket = $folder/run/\$name.asok
pid file =
log file = $folder/log/\$name.log
crash dir = $folder/crash
mon data = $folder/mon
osd data = $folder/osd
mgr data = $folder/mgr
rgw data = $folder/rgw
osd objectstore = memstore
memstore device bytes = 4294967296
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
rgw rados pool pg num min = 4
mon allow pool size one = true
mon cluster log file = $folder/log/cluster.log
mon data avail warn = 1
mon data avail crit = 0
mgr initial modules =
[client.rgw.a]
# The gateway otherwise insists on the secure mode, which needs the authentication that is off here, and hangs.
ms mon client mode = crc secure
# Without tcp_nodelay each small answer waits 40 ms for the client's delayed acknowledgement.
rgw frontends = beast endpoint=127.0.0.1:$port tcp_nodelay=1
rgw thread pool size = 64
CONF
}

ceph_command() { timeout 20 ceph -c "$folder/ceph.conf" "$@" >>"$folder/log/setup.out" 2>&1; }

start() {
  mkdir -p "$folder"
  folder="$(cd "$folder" && pwd)"
  [ ! -e "$folder/pids" ] || fail "$folder already holds a server; stop it first"
  mkdir -p "$folder"/{run,log,crash,mon,osd,mgr,rgw}
  ensure_packages
  rm -rf "$folder"/{mon,osd,mgr}/*
  : >"$folder/pids"
  : >"$folder/keyring"
  read -r mon_port free_port <<<"$(free_ports 2)"
  port="${port:-$free_port}"
  fsid="$(cat /proc/sys/kernel/random/uuid)"
  write_configuration
  local conf=(-c "$folder/ceph.conf") osd_uuid
  osd_uuid="$(cat /proc/sys/kernel/random/uuid)"

  monmaptool --create --clobber --fsid "$fsid" --addv a "v2:127.0.0.1:$mon_port" "$folder/monmap" \
    >>"$folder/log/setup.out" 2>&1 || give_up "monmaptool failed"
  ceph-mon "${conf[@]}" -i a --mkfs --monmap "$folder/monmap" >>"$folder/log/setup.out" 2>&1 ||
    give_up "the monitor could not be made"
  spawn mon ceph-mon "${conf[@]}" -i a -f
  until_ok 40 "the monitor to answer" ceph "${conf[@]}" --connect-timeout 5 mon stat
  spawn mgr ceph-mgr "${conf[@]}" -i a -f
  ceph_command osd new "$osd_uuid" || give_up "the object daemon could not be registered"
  ceph_command osd crush add osd.0 1.0 root=default host=one || give_up "the crush map could not be written"
  ceph-osd "${conf[@]}" -i 0 --mkfs --osd-uuid "$osd_uuid" >>"$folder/log/setup.out" 2>&1 ||
    give_up "the object daemon could not be made"
  spawn osd ceph-osd "${conf[@]}" -i 0 -f
  until_ok 40 "the object daemon to be up" sh -c \
    "ceph -c '$folder/ceph.conf' --connect-timeout 5 osd stat | grep -q '1 up'"
  spawn rgw radosgw "${conf[@]}" -n client.rgw.a -f
  until_ok 60 "the gateway to answer" node -e 'fetch(process.argv[1]).then(() => process.exit(0), () => process.exit(1))' \
    "http://127.0.0.1:$port/"

  local access secret
  access="test$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')"
  secret="$(od -An -N20 -tx1 /dev/urandom | tr -d ' \n')"
  timeout 60 radosgw-admin "${conf[@]}" -n client.rgw.a user create --uid vamplate --display-name vamplate \
    --access-key "$access" --secret-key "$secret" >>"$folder/log/setup.out" 2>&1 || give_up "no user could be made"
  (
    umask 077
    cat >"$folder/env" <<ENV
VAMPLATE_S3_ENDPOINT=http://127.0.0.1:$port
VAMPLATE_S3_REGION=us-east-1
AWS_ACCESS_KEY_ID=$access
AWS_SECRET_ACCESS_KEY=$secret
ENV
  )
  cat "$folder/env"
}

stop() {
  [ -d "$folder" ] || fail "no such folder: $folder"
  folder="$(cd "$folder" && pwd)"
  stop_all
}

[ $# -ge 2 ] || usage
folder="$2"
port="${3:-}"
case "$1" in
start) start ;;
stop) stop ;;
*) usage ;;
esac
