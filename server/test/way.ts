import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'

/** A way to a database that can be frozen: its connections stay open, and what is asked or answered does not come through. */
export interface Way {
  /** Where the way begins. */
  address: pg.PoolConfig
  held: { asked: boolean; answered: boolean }
  thaw: () => void
  /** Ends all connections; with `closed` new ones are refused. */
  cut: (closed: boolean) => Promise<void>
  close: () => void
}

/** @param to the database's own address */
export async function openWay({ connectionString, host }: pg.PoolConfig): Promise<Way> {
  const url = connectionString ? new URL(connectionString) : undefined
  const real = url
    ? { port: Number(url.port || 5432), host: url.hostname }
    : { path: join(String(host), '.s.PGSQL.5432') }
  const held = { asked: false, answered: false }
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
  const server = createServer((asking) => {
    if (shut) {
      asking.destroy()
      return
    }
    const asked = connect(real)
    pass(asking, asked, 'asked')
    pass(asked, asking, 'answered')
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
      Object.assign(held, { asked: false, answered: false })
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
