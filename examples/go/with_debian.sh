#!/usr/bin/env bash
# Builds the bot with the Go toolchain and libraries that Debian packages, for machines without a Go module proxy:
#
#   examples/go/with_debian.sh FOLDER        writes FOLDER/random_bot
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd)

packages=(golang-go golang-google-grpc-dev golang-google-protobuf-dev protobuf-compiler protoc-gen-go-1-5 protoc-gen-go-grpc)
if ! dpkg -s "${packages[@]}" >/dev/null 2>&1; then
  apt-get update -q && apt-get install -qy --no-install-recommends "${packages[@]}"
fi
# go_package is a whole import path, so that the stubs find their place below src.
sources="$folder/src/hierophant.example/go"
mkdir -p "$sources"
cd "$here/../../proto"
protos=(hierophant/v1/*.proto)
# Each ruleset has a package of its own; log is what the service stores.
for package in hierophant/*/v1; do
  [ "$package" = hierophant/log/v1 ] || protos+=("$package"/*.proto)
done
protoc -I . --go_out="$folder/src" --go-grpc_out="$folder/src" "${protos[@]}"
cp "$here"/*.go "$sources/"
cd "$sources"
GO111MODULE=off GOFLAGS= GOCACHE="$folder/cache" GOPATH="$folder:/usr/share/gocode" go build -tags debian -o "$folder/random_bot" .
