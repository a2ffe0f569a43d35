import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedFixtures } from '../seed/seed.ts'
import { address, apiKey, useServer } from '../testing/harness.ts'
import { checkBackend } from './backend-check.ts'
import { consoleServer, readEnvironments } from './console-command.ts'

describe('check-backend', () => {
  const s = useServer()
  let env: Record<string, string>
  let url = ''
  beforeAll(async () => {
    await seedFixtures({ database: s.ctx.database })
    url = await s.server.listen({ host: '127.0.0.1', port: 0 })
    env = {
      PORTREEVE_CHECK_API_KEY: apiKey,
      PORTREEVE_CHECK_TOKEN: await s.token('admin'),
      PORTREEVE_CHECK_ORIGIN: address,
    }
  })

  async function run(target: string, write: boolean) {
    const lines: string[] = []
    const code = await checkBackend([target], { write, env, print: (line) => lines.push(line) })
    return { code, text: lines.join('\n') }
  }

  test('finds no difference in this server, whose scratch records are gone afterwards', async () => {
    const { code, text } = await run(url, true)
    expect([code, text.match(/^API-.*(differs|not made: .*)$/gm)]).toEqual([0, null])
    expect(text).toMatch(/\n82 as expected, 0 differ, 0 not made\.$/)
    const { rows } = await s.ctx.database.pool.query(`
      select 1 from macros where title = 'portreeve-check'
      union all select 1 from keywords where terms = 'portreeve-check'
      union all select 1 from collections where public_id = 'portreeve-check'`)
    expect(rows).toEqual([])
  })

  /** A server that differs: it forwards, and spoils some answers. */
  let twisted: Server
  afterAll(() => {
    twisted.close()
  })
  test('names each difference of another server in words', async () => {
    twisted = createServer(async (request, response) => {
      const path = request.url ?? ''
      if (path.startsWith('/v1/admin/macros')) return void response.writeHead(404).end('no')
      if (path.startsWith('/v1/questions')) return void response.end('{"questions": []}')
      if (path.startsWith('/v1/config'))
        return void response.writeHead(request.method === 'OPTIONS' ? 204 : 200).end()
      const answer = await fetch(url + path, {
        headers: { authorization: `Bearer ${env.PORTREEVE_CHECK_TOKEN}`, 'x-api-key': apiKey },
      })
      const text = await answer.text()
      const spoiled = path.startsWith('/v1/admin/transactions?')
        ? text.replaceAll(/"price":(\d+)/g, '"price":"$1"').replaceAll('"seller_uid"', '"seller"')
        : text
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(spoiled)
    })
    await new Promise<void>((done) => twisted.listen(0, '127.0.0.1', done))
    const { port } = twisted.address() as AddressInfo
    const { code, text } = await run(`http://127.0.0.1:${port}`, false)
    expect(code).toBe(1)
    for (const words of [
      `It allows no calls from ${address} (access-control-allow-origin).`,
      'It answers with data without an identity token.',
      'It answers with data without the API key.',
      'It answers with HTTP 404, not 200.',
      'Its status_code is undefined, not 1.',
      'Its answer is no JSON object with status_code and data.',
    ])
      expect(text).toContain(words)
    expect(text).toMatch(/data\[\]\.price is wrong: .*expected number.*\(\d+ times\)/)
    expect(text).toMatch(/data\[\]\.seller_uid is missing \(\d+ times\)/)
    expect(text).toContain('GET /v1/questions/{id}')
    expect(text).toContain('not made: no question was found')
  })

  test('needs an address and a token, and says when nothing answers', async () => {
    expect(await checkBackend(['ftp://example.com'], { write: false, env })).toBe(2)
    await expect(checkBackend([url], { write: false, env: {} })).rejects.toThrow(
      'PORTREEVE_CHECK_API_KEY is missing',
    )
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    await new Promise((done) => closed.close(done))
    const { code, text } = await run(`http://127.0.0.1:${port}`, false)
    expect([code, text]).toEqual([1, expect.stringMatching(/^It does not answer: connect ECONNREFUSED/)])
  })
})

describe('the console alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portreeve-console-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const place = { api: 'https://api.marketplace.example', apiKey: 'key', identity: { kind: 'builtin' } }
  const file = (content: unknown) => {
    const path = join(folder, 'environments.json')
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }

  test('serves pages, files and environments, and has no API', async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
    writeFileSync(join(folder, 'assets', 'a.js'), '1')
    const firebase = {
      ...place,
      identity: {
        ...{ kind: 'firebase', apiKey: 'web', address: 'https://identity.example' },
        tokenAddress: 'https://tokens.example',
      },
    }
    const environments = readEnvironments(file({ development: place, production: firebase }))
    const server = await consoleServer({ consoleFolder: folder, environments })
    const page = await server.inject('/dashboard/users')
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('<title>Console')])
    // A monitor asks for the head alone.
    for (const url of ['/', '/dashboard/users'])
      expect((await server.inject({ method: 'HEAD', url })).statusCode).toBe(200)
    expect((await server.inject({ method: 'HEAD', url: '/v1/config' })).statusCode).toBe(404)
    const policy = String(page.headers['content-security-policy'])
    for (const origin of [
      'https://api.marketplace.example',
      'https://identity.example',
      'https://tokens.example',
    ])
      expect(policy).toContain(origin)
    expect((await server.inject('/environments.json')).json()).toEqual(environments)
    expect((await server.inject('/assets/a.js')).body).toBe('1')
    expect((await server.inject('/healthz')).statusCode).toBe(200)
    expect((await server.inject('/v1/config')).statusCode).toBe(404)
    await server.close()
  })

  test('says what is wrong with its file', () => {
    expect(() => readEnvironments(join(folder, 'none.json'))).toThrow(/none\.json cannot be read: ENOENT/)
    expect(() => readEnvironments(file('{'))).toThrow(/is not valid JSON/)
    expect(() => readEnvironments(file({ development: place }))).toThrow(/production: /)
    const wrong = { ...place, api: 'marketplace' }
    expect(() => readEnvironments(file({ development: wrong, production: place }))).toThrow(
      /development\.api: is no http address/,
    )
  })
})
