import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { exampleKey } from '../../tools/example-key.ts'
import { freePort } from '../../tools/stack.ts'
import { startOwnServer } from './own-server.ts'

/**
 * Starts the example marketplace with a server and a sandbox of its own: its people are not among those of other journeys, and
 * two servers with the same fixtures would pay the same sellers at one provider.
 */
export async function startExample() {
  const folder = mkdtempSync(join(tmpdir(), 'portreeve-example-'))
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, host: '127.0.0.1', folder })
  const stripe = { address: sandbox.url, key: 'sk_test_portreeve' }
  const server = await startOwnServer({
    PORTREEVE_STRIPE_ADDRESS: stripe.address,
    PORTREEVE_STRIPE_KEY: stripe.key,
    PORTREEVE_STRIPE_WEBHOOK_SECRET: 'whsec_portreeve',
  })
  const port = await freePort()
  const { key, secret = '' } = await exampleKey(
    ...([server.address, 'portreeve-development', join(folder, 'key'), port] as const),
  )
  const child = fork(fileURLToPath(new URL('../../example/main.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      PORT: String(port),
      PORTREEVE_DATA_DIR: folder,
      PORTREEVE_ADDRESS: server.address,
      PORTREEVE_KEY: key,
      PORTREEVE_ACTION_SECRET: secret,
      STRIPE_ADDRESS: stripe.address,
      STRIPE_KEY: stripe.key,
    },
  })
  await once(child, 'message')
  return {
    desk: server.address,
    address: `http://localhost:${port}`,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await server.stop()
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
