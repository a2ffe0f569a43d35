import { Server } from 'node:http'

// The broken twin of load.ts: every hundredth call waits, and each leaks memory.
const kept: Buffer[] = []
let calls = 0
const emit = Server.prototype.emit
Server.prototype.emit = function (this: Server, event: string, ...rest: unknown[]) {
  if (event !== 'request') return Reflect.apply(emit, this, [event, ...rest])
  kept.push(Buffer.alloc(20_000, 1))
  calls++
  if (calls % 50 > 0) return Reflect.apply(emit, this, [event, ...rest])
  setTimeout(() => Reflect.apply(emit, this, [event, ...rest]), 200)
  return true
} as typeof emit

await import('../../server/main.ts')
