#!/usr/bin/env node
// The command of the package: `npx portreeve` is `npm start`, `npx portreeve serve` one environment for real, and
// `npx portreeve import|staff|person|audit|ledger|doctor|console|check-backend …` the other commands. Data is in ./portreeve-data.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Portreeve needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
process.env.PORTREEVE_DATA_DIR ??= resolve('portreeve-data')

const [word = 'start', ...words] = process.argv.slice(2)
const programs = new Map([
  ['start', '../tools/start.js'],
  ['serve', '../server/main.js'],
])
const program = programs.get(word)
const file = program ?? '../server/portreeve.js'
const given = program ? words : process.argv.slice(2)
process.argv = [process.execPath, fileURLToPath(new URL(file, import.meta.url)), ...given]
await import(file)
