import { join } from 'node:path'
import { portreeve } from '@portreeve/client'
import { openStore } from './data.ts'
import { declareField } from './extensions.ts'
import { readEvents } from './incoming.ts'
import { sendChanges } from './outgoing.ts'
import { settle } from './people.ts'
import { makeServer } from './server.ts'

// A small marketplace beside Portreeve, which it knows by @portreeve/client alone. This is the only file that reads process.env.

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
const setting = (name: string): string => process.env[name] || fail(`The example needs the variable ${name}.`)

const store = openStore(join(setting('PORTREEVE_DATA_DIR'), 'example', 'marketplace.json'))
if (Object.keys(store.data.people).length === 0) store.change(settle)

// A call that fails for a while is repeated as long as it must.
const attempts = Number.POSITIVE_INFINITY
const address = setting('PORTREEVE_ADDRESS')
const desk = portreeve({ address, key: setting('PORTREEVE_KEY'), attempts })
void declareField(desk).then((hasField) => sendChanges(desk, store, hasField))
void readEvents(desk, store)

// The listings of the demo are older than this marketplace, and Portreeve draws their photos.
const reader = portreeve({ address, key: setting('PORTREEVE_KEY'), attempts: 1 })
const read = async (id: string) => {
  const shown = await reader.listing(id)
  return shown && { ...shown, pictures: shown.photosURL.map((path) => `${address}/images/${path}`) }
}

const payments = { address: setting('STRIPE_ADDRESS'), key: setting('STRIPE_KEY') }
const extensions = {
  address,
  own: `http://127.0.0.1:${setting('PORT')}`,
  secret: process.env.PORTREEVE_ACTION_SECRET,
}
const server = makeServer(store, payments, read, extensions)
server.on('error', (error) => fail(`The example cannot start: ${error.message}`))
server.listen(Number(setting('PORT')), '127.0.0.1', () => process.send?.({ ready: true }))

// State is durable at every moment, so there is no shutdown work. 'disconnect': the parent process has ended.
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, () => process.exit())
process.channel?.unref()
