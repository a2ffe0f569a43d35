import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'

/** A relay to a database that can be frozen: its connections stay open, and it holds requests or responses back. */
export interface Relay {
  /** The relay's own address. */
  address: pg.PoolConfig
  held: { requests: boolean; responses: boolean }
  thaw: () => void
  /** Ends all connections; with `closed` it refuses new ones. */
  cut: (closed: boolean) => Promise<void>
  close: () => void
}

/** @param to the database's own address */
export async function openRelay({ connectionString, host }: pg.PoolConfig): Promise<Relay> {
  const url = connectionString ? new URL(connectionString) : undefined
  const real = url
    ? { port: Number(url.port || 5432), host: url.hostname }
    : { path: join(String(host), '.s.PGSQL.5432') }
  const held = { requests: false, responses: false }
  const waiting: (() => void)[] = []
  const open = new Set<Socket>()
  const pass = (from: Socket, to: Socket, what: keyof typeof held) => {
    open.add(from)
    from.on('data', (bytes) => {
      if (held[what]) waiting.push(() => to.write(bytes))
      else to.write(bytes)
    })
    from.on('error', () => {})
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
  }
  let shut = false
  const server = createServer((client) => {
    if (shut) {
      client.destroy()
      return
    }
    const database = connect(real)
    pass(client, database, 'requests')
    pass(database, client, 'responses')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  if (url) url.host = `127.0.0.1:${port}`
  return {
    address: url
      ? { connectionString: url.toString() }
      : { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' },
    held,
    thaw: () => {
      Object.assign(held, { requests: false, responses: false })
      for (const go of waiting.splice(0)) go()
    },
    cut: async (closed) => {
      shut = closed
      for (const socket of open) socket.destroy()
    },
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
