import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openBook } from './stripe-book.ts'

test('a kill of the process loses no acknowledged call', async () => {
  const own = await mkdtemp(join(tmpdir(), 'stripe-kill-'))
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, PORT: '0', SMTP_PORT: '0', PORTREEVE_DATA_DIR: own },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (text) => {
    output += text
  })
  await once(child, 'message')
  const address = await vi.waitFor(() => {
    const [found = ''] = /http:\/\/[\d.:]+/.exec(output) ?? []
    expect(found).not.toBe('')
    return found
  })
  await fetch(`${address}/stripe/known`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{"payment_intent":"pi_kill","amount":100000}',
  })
  const acknowledged: string[] = []
  const refundOn = async () => {
    const answer = await fetch(`${address}/v1/refunds`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_test_portreeve',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'payment_intent=pi_kill&amount=1',
    })
    acknowledged.push(((await answer.json()) as { id: string }).id)
    if (acknowledged.length === 20) child.kill('SIGKILL')
    await refundOn()
  }
  await Promise.allSettled([refundOn(), refundOn(), refundOn(), refundOn()])
  const book = openBook(join(own, 'sandbox', 'stripe', 'journal.ndjson'))
  const kept = new Set(book.refunds.of('pi_kill').map(({ id }) => id))
  book.close()
  await rm(own, { recursive: true })
  expect(acknowledged.length).toBeGreaterThanOrEqual(20)
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
}, 90_000)
