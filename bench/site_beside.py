"""The same crowd on boardgame.io: its own server, protocol and storage, in Node.

A move there is told to everybody before it is stored; its files are written without waiting for the disk.
For PostgreSQL there is a package by others, `bgio-postgres`.  Its crowd is a process of Node beside the
server's, and plays through the client that its players have, socket.io's: what either takes is told.

It is fetched by npm into a temporary folder; without Node or a registry the comparison is left out.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from bench.site_load import Taken

WANTED = ("boardgame.io@0.50.2", "node-persist@3", "socket.io-client@4", "bgio-postgres@1")
DATABASE = "boardgame"

SERVER = """
const { Server, Origins, FlatFile } = require('boardgame.io/server');
const { PostgresStore } = require('bgio-postgres');
const { game } = require('./game');
const [storage, host, database] = process.argv.slice(2);
const connections = { username: 'postgres', password: '', pool: { max: 20 }, logging: false };
const db = {
  disk: () => new FlatFile({ dir: './kept' }),
  postgres: () => new PostgresStore({ host, database, ...connections }),
  memory: () => undefined,
}[storage]();
const server = Server({ games: [game], origins: [Origins.LOCALHOST], db });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  process.send(appServer.address().port);
});
"""

GAME = """
exports.game = {
  name: 'row',
  setup: () => ({ cells: Array(24).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { take: ({ G, playerID }, id) => { G.cells[id % 24] = playerID; } },
};
"""

LOAD = """
const { fork } = require('child_process');
const { readFileSync } = require('fs');
const { io } = require('socket.io-client');
const [tables, seconds] = process.argv.slice(2, 4).map(Number);
const server = fork('./server.js', process.argv.slice(4), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
process.on('unhandledRejection', (error) => { server.kill(); throw error; });
server.on('message', async (port) => {
  const url = `http://localhost:${port}`;
  const moves = [];
  let updates = 0;
  const connect = (match, player) => new Promise((done) => {
    const socket = io(`${url}/row`, { transports: ['websocket'], forceNew: true });
    socket.on('connect', () => socket.emit('sync', match, player, undefined, 2));
    socket.once('sync', (_, told) => done([socket, told.state]));
  });
  const served = () => { // seconds of the processor that the server has used, as `site.processor`
    const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ').pop().split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  let missing = tables, began, seated, own, before;
  const everybodySits = new Promise((done) => { seated = done; });
  const table = async (number) => {
    const match = `match-${number}`; // the first to sync makes the match
    let state;
    const players = [];
    for (const player of ['0', '1']) {
      const [socket, told] = await connect(match, player);
      players.push(socket);
      state = told;
    }
    const [watcher] = await connect(match, null);
    watcher.on('update', () => { updates += 1; });
    missing -= 1;
    if (!missing) { [began, own, before] = [performance.now(), process.cpuUsage(), served()]; seated(); }
    await everybodySits; // as with us, nothing is timed before
    for (let n = 0; performance.now() < began + seconds * 1000; n += 1) {
      const mover = state.ctx.currentPlayer;
      const began = performance.now();
      const before = state._stateID;
      const told = new Promise((done) => players[mover].on('update', function hear(_, after) {
        if (after._stateID > before) { players[mover].off('update', hear); done(after); }
      }));
      const payload = { type: 'take', args: [n], playerID: mover, credentials: null };
      players[mover].emit('update', { type: 'MAKE_MOVE', payload }, before, match, mover);
      state = await told;
      moves.push((performance.now() - began) / 1000);
    }
    players.concat(watcher).forEach((socket) => socket.close());
  };
  await Promise.all(Array.from({ length: tables }, (_, number) => table(number)));
  const { user, system } = process.cpuUsage(own);
  const told = { moves, updates, seconds: (performance.now() - began) / 1000, served: served() - before };
  Object.assign(told, { spent: (user + system) / 1e6, in_system: system / 1e6 });
  process.stdout.write(JSON.stringify(told), () => { server.kill(); process.exit(0); });
});
"""


def measure(tables: int, seconds: float, host: str | None) -> dict[str, Taken] | str:
    """What the crowd got there, with games in memory, on disk and, if one is at that host, in PostgreSQL.

    Or why it could not be measured.
    """
    if not shutil.which("node") or not shutil.which("npm"):
        return "Node is not there"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "package.json").write_text('{"private": true}')
        for file, text in {"server.js": SERVER, "game.js": GAME, "load.js": LOAD}.items():
            (folder / file).write_text(text)
        fetched = _run(
            ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", *WANTED], folder, 180
        )
        if isinstance(fetched, str):
            return f"boardgame.io could not be fetched: {fetched}"
        taken = {}
        stores = [("memory",), ("disk",), *([("postgres", host, DATABASE)] if host else [])]
        for storage, *where in stores:
            words = ["node", "load.js", str(tables), str(seconds), storage, *where]
            done = _run(words, folder, seconds * 4 + 60)
            if isinstance(done, str):
                return f"boardgame.io did not run: {done}"
            taken[storage] = Taken(**json.loads(done.stdout))
    return taken


def _run(words: list[str], folder: Path, seconds: float) -> subprocess.CompletedProcess[str] | str:
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=seconds)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)[:200]
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        return f"{words[0]} said: {last[:200]}"
    return done
