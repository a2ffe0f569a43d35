import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { answer } from './identity-provider.ts'

test.each([
  [false, ['code 200', 'header cache-control', 'send']],
  [true, []],
])('with an answer that the deadline has sent (%s), nothing more is sent', async (sent, expected) => {
  const done: string[] = []
  const reply = {
    sent,
    code: (status: number) => done.push(`code ${status}`),
    header: (name: string) => done.push(`header ${name}`),
    send: () => done.push('send'),
  } as unknown as FastifyReply
  await answer(new Response(new Uint8Array(1)), reply)
  expect(done).toEqual(expected)
})
