import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { makeSwitches, vendorModes } from './switches.ts'

const accounts = [
  { uid: 'staff-1', email: 'ann@example.com', password: 'right', displayName: 'Ann' },
  { uid: 'staff-2', email: 'gone@example.com', password: 'right', disabled: true },
]
let folder: string
let sandbox: Sandbox

const start = () => startSandbox({ port: 0, smtpPort: 0, host: '127.0.0.1', folder, accounts })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  sandbox = await start()
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  for (const face of ['mail', 'firebase']) await post('/switches', { face, mode: 'ok' })
})

interface Body {
  idToken: string
  refreshToken: string
  id_token: string
  error: { code: number; message: string }
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const form = typeof body === 'string'
  const answer = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json', ...headers },
    body: form ? body : JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
}

/** Speaks SMTP; returns the last reply, or 'cut' when the connection ends before it. */
async function sendMail(to: string, subject: string, timeout = 3000): Promise<string> {
  const { port } = new URL(sandbox.smtp)
  const socket = connect(Number(port), '127.0.0.1')
  const lines: string[] = [
    'EHLO test',
    'MAIL FROM:<shop@example.com>',
    `RCPT TO:<${to}>`,
    'DATA',
    `From: shop@example.com\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <one@example.com>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrüße <b>\r\n.`,
  ]
  return new Promise((done) => {
    setTimeout(() => done('nothing'), timeout)
    socket.once('close', () => done('cut'))
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const reply = data.toString().trimEnd().split('\r\n').at(-1) ?? ''
      if (/^\d{3}-/.test(reply)) return
      const next = lines.shift()
      if (next !== undefined) {
        socket.write(`${next}\r\n`)
        return
      }
      done(reply)
      socket.end()
    })
  })
}

const mailsTo = async (to: string) =>
  (await (await fetch(`${sandbox.url}/mail.json?to=${encodeURIComponent(to)}`)).json()) as {
    subject: string
    text: string
    messageId: string
  }[]

test('stores a mail and shows it as a page and as JSON', async () => {
  expect(await sendMail('bea@example.com', 'Your code')).toMatch(/^250/)
  await sendMail('cem@example.com', 'Another')
  const mails = await mailsTo('bea@example.com')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    subject: 'Your code',
    text: 'Grüße <b>\n',
    messageId: '<one@example.com>',
  })
  const page = await (await fetch(`${sandbox.url}/mail`)).text()
  expect(page).toContain('Your code')
  expect(page).toContain('Gr\u00fc\u00dfe &#60;b&#62;')
})

test('keeps its mails after a restart', async () => {
  await sendMail('restart@example.com', 'Still here')
  await sandbox.close()
  sandbox = await start()
  expect(await mailsTo('restart@example.com')).toHaveLength(1)
})

test('the mail switch: fail refuses once, then accepts again', async () => {
  await post('/switches', { face: 'mail', mode: 'fail', times: 1 })
  expect(await sendMail('fail@example.com', 'x')).toMatch(/^550/)
  expect(await sendMail('fail@example.com', 'x')).toMatch(/^250/)
  expect(await mailsTo('fail@example.com')).toHaveLength(1)
})

test('the mail switch: drop cuts, hang sends nothing, late accepts but answers too late', async () => {
  await post('/switches', { face: 'mail', mode: 'drop', times: 1 })
  expect(await sendMail('drop@example.com', 'x')).toBe('cut')
  await post('/switches', { face: 'mail', mode: 'hang', times: 1 })
  expect(await sendMail('hang@example.com', 'x', 500)).toBe('nothing')
  await post('/switches', { face: 'mail', mode: 'late', times: 1 })
  expect(await sendMail('late@example.com', 'x', 1000)).toBe('nothing')
  expect([await mailsTo('drop@example.com'), await mailsTo('hang@example.com')]).toEqual([[], []])
  expect(await mailsTo('late@example.com')).toHaveLength(1)
})

test('a switch with `only` lets all other calls pass, uncounted', () => {
  const switches = makeSwitches({ stripe: vendorModes })
  switches.set('stripe', { mode: 'drop', only: 'pi_1', times: 1 })
  expect(switches.use('stripe', true, '/v1/refunds {"payment_intent":"pi_2"}')).toBe('ok')
  expect(switches.use('stripe', true, '/v1/refunds {"payment_intent":"pi_1"}')).toBe('drop')
  expect(switches.use('stripe', true, '/v1/refunds {"payment_intent":"pi_1"}')).toBe('ok')
})

test('refuses switches that do not exist', async () => {
  expect((await post('/switches', { face: 'fax', mode: 'ok' })).status).toBe(404)
  expect((await post('/switches', { face: 'mail', mode: 'explode' })).status).toBe(422)
  expect((await post('/switches', { face: 'mail', mode: 'fail', times: 0 })).status).toBe(422)
  expect(await (await fetch(`${sandbox.url}/switches`)).json()).toEqual({
    mail: { mode: 'ok' },
    firebase: { mode: 'ok' },
    stripe: { mode: 'ok' },
    'stripe-webhooks': { mode: 'ok' },
    easypost: { mode: 'ok' },
    ses: { mode: 'ok' },
  })
})

const signIn = (email: string, password: string, headers?: Record<string, string>) =>
  post('/v1/accounts:signInWithPassword?key=any', { email, password, returnSecureToken: true }, headers)

test('Firebase: signs in with a token that its keys verify', async () => {
  const { status, body } = await signIn('Ann@example.com', 'right')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    localId: 'staff-1',
    email: 'ann@example.com',
    registered: true,
    expiresIn: '3600',
  })
  const keys = createRemoteJWKSet(new URL(`${sandbox.url}/jwks`))
  const { payload, protectedHeader } = await jwtVerify(body.idToken, keys, {
    issuer: 'https://securetoken.google.com/portreeve-sandbox',
    audience: 'portreeve-sandbox',
  })
  expect(protectedHeader.alg).toBe('RS256')
  expect(payload).toMatchObject({ sub: 'staff-1', user_id: 'staff-1', email: 'ann@example.com' })
})

test('Firebase: refuses with the documented messages', async () => {
  const message = async (answer: ReturnType<typeof post>) => {
    const { status, body } = await answer
    return [status, body.error.code, body.error.message]
  }
  expect(await message(signIn('nobody@example.com', 'right'))).toEqual([400, 400, 'EMAIL_NOT_FOUND'])
  expect(await message(signIn('ann@example.com', 'wrong'))).toEqual([400, 400, 'INVALID_LOGIN_CREDENTIALS'])
  expect(await message(signIn('gone@example.com', 'right'))).toEqual([400, 400, 'USER_DISABLED'])
  expect(await message(signIn('ann@example.com', ''))).toEqual([400, 400, 'MISSING_PASSWORD'])
  expect(await message(signIn('ann', 'right'))).toEqual([400, 400, 'INVALID_EMAIL'])
  expect((await post('/v1/accounts:signInWithPassword', {})).status).toBe(403)
  const refresh = (token: string) =>
    message(post('/v1/token?key=any', `grant_type=refresh_token&refresh_token=${token}`))
  expect(await refresh('made-up')).toEqual([400, 400, 'INVALID_REFRESH_TOKEN'])
  expect(await refresh('')).toEqual([400, 400, 'MISSING_REFRESH_TOKEN'])
})

test('Firebase: a refresh token gives new identity tokens until it is revoked', async () => {
  const { body } = await signIn('ann@example.com', 'right')
  const refresh = () =>
    post('/v1/token?key=any', `grant_type=refresh_token&refresh_token=${body.refreshToken}`)
  const first = await refresh()
  expect(first.body).toMatchObject({
    user_id: 'staff-1',
    token_type: 'Bearer',
    project_id: 'portreeve-sandbox',
  })
  expect(first.body.id_token).toMatch(/^ey/)
  await post('/firebase/revoke', { email: 'ann@example.com' })
  expect((await refresh()).body.error.message).toBe('TOKEN_EXPIRED')
})

test('Firebase: answers pages of this computer only', async () => {
  const near = await signIn('ann@example.com', 'right', { origin: 'http://localhost:4400' })
  expect(near.headers.get('access-control-allow-origin')).toBe('http://localhost:4400')
  const far = await signIn('ann@example.com', 'right', { origin: 'https://localhost.example.com' })
  expect(far.headers.get('access-control-allow-origin')).toBeNull()
  const preflight = await fetch(`${sandbox.url}/v1/token?key=any`, {
    method: 'OPTIONS',
    headers: { origin: 'http://127.0.0.1:4400' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    expect.stringContaining('content-type'),
  ])
})

test('Firebase: the switch', async () => {
  await post('/switches', { face: 'firebase', mode: 'fail', times: 1 })
  expect((await signIn('ann@example.com', 'right')).status).toBe(503)
  await post('/switches', { face: 'firebase', mode: 'drop', times: 1 })
  await expect(signIn('ann@example.com', 'right')).rejects.toThrow()
  expect((await signIn('ann@example.com', 'right')).status).toBe(200)
})

test('as a process: reports that it is ready, and ends on SIGTERM and with its parent', async () => {
  for (const end of ['SIGTERM', 'disconnect'] as const) {
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts')], {
      env: { ...process.env, PORT: '0', SMTP_PORT: '0', PORTREEVE_DATA_DIR: join(folder, end) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(child, 'message')
    const exit = once(child, 'exit')
    if (end === 'SIGTERM') child.kill('SIGTERM')
    else child.disconnect()
    expect((await exit)[0]).toBe(0)
  }
})
