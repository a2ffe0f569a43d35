import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { send, useServer } from '../testing/harness.ts'
import { metricsServer } from './http/system.ts'

const metricsToken = 'a token for metrics, 32 characters'
const closed = useServer()
const s = useServer({ settings: { metricsToken, openApi: 'staff' } })
const metric = 'portreeve_http_request_duration_seconds'

test('without a token in the settings, /metrics is closed and explains how to open it', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer undefined']) {
    const answer = await send(closed.server, 'GET', '/metrics', undefined, { authorization })
    expect([answer.status, answer.body.error_message]).toEqual([
      403,
      'Set PORTREEVE_METRICS_TOKEN or PORTREEVE_METRICS_PORT to read metrics.',
    ])
  }
})

test('/metrics needs its own token: none, another and a staff token are refused', async () => {
  for (const token of ['', 'Bearer x', `bearer${metricsToken}`, `Bearer ${await s.token('admin')}`]) {
    const answer = await send(s.server, 'GET', '/metrics', undefined, { authorization: token })
    expect([answer.status, answer.body.error_title]).toEqual([401, 'Wrong token'])
    expect(JSON.stringify(answer.body)).not.toContain(metric)
  }
  const authorization = `Bearer ${metricsToken}`
  const answer = await s.server.inject({ url: '/metrics', headers: { authorization } })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining(metric)])
})

test('the port for metrics serves them without a token, and nothing else', async () => {
  const server = metricsServer(s.ctx, [])
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await (await fetch(`${base}/metrics`)).text()).toContain(metric)
  for (const path of ['/', '/openapi.json', '/v1/staff/me', '/metrics/x'])
    expect((await fetch(base + path)).status).toBe(404)
  expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(404)
  server.close()
})

test('/openapi.json is for staff if so configured', async () => {
  const read = (headers: Record<string, string>) => send(s.server, 'GET', '/openapi.json', undefined, headers)
  expect((await read({})).status).toBe(401)
  expect((await read({ authorization: `Bearer ${metricsToken}` })).status).toBe(401)
  const authorization = `Bearer ${await s.token('support')}`
  expect((await read({ authorization, 'x-api-key': 'wrong' })).status).toBe(401)
  expect(
    (
      await s.server.inject({ url: '/openapi.json', headers: { authorization, 'x-api-key': 'test-key' } })
    ).json(),
  ).toMatchObject({ openapi: '3.1.0' })
})
