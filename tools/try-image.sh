#!/usr/bin/env bash
# Runs the commands of the Dockerfile's stages in empty folders, for a machine without Docker, and starts the result as another user.
# Needs root, for that user. What it does not try: the base image, the read-only root file system and compose.yaml.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
chmod 755 "$folder"
stage() { # runs the RUN line of a stage in a copy of the sources
  mkdir -p "$folder/$1"
  git archive HEAD | tar -x -C "$folder/$1"
  (cd "$folder/$1" && bash -c "$(sed -n "/AS $1\$/,/^FROM/s/^RUN //p" Dockerfile)")
}
stage build
stage packages
image=$folder/image
mkdir -p "$image/server" "$folder/data"
cp -a "$folder/packages/node_modules" "$image/"
cp -a "$folder/packages/server/node_modules" "$image/server/"
cp -a "$folder/build/dist" "$image/"
chown nobody "$folder/data"
chmod -R go-w "$image"
du -sh "$image"
cd "$image"
env -i PATH="$PATH" NODE_ENV=production PORTREEVE_HOST=127.0.0.1 PORT=4599 PORTREEVE_DATA_DIR="$folder/data" PORTREEVE_API_KEY=try \
  setpriv --reuid=nobody --regid=nogroup --clear-groups node dist/server/main.js &
server=$!
for _ in $(seq 100); do curl -fs http://127.0.0.1:4599/healthz && break; sleep 0.2; done
echo
kill -TERM "$server"
wait "$server" && echo "stopped on SIGTERM"
