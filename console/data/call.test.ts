import { api } from '@portreeve/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCall } from './call.ts'
import type { Environment } from './environment.ts'
import { CallFailure, messageOf } from './failure.ts'
import { createFreshPassword, type FreshPassword } from './fresh-password.ts'
import { readToken } from './identity.ts'
import { createSession, type Session } from './session.ts'

const environment: Environment = {
  name: 'development',
  api: 'http://api.test',
  apiKey: 'public-key',
  identity: { kind: 'builtin' },
  links: {},
}

/** A token of `uid` that is valid for `seconds`. */
const jwt = (uid: string, seconds = 900) =>
  `x.${btoa(JSON.stringify({ sub: uid, iat: 1000, exp: 1000 + seconds }))}.x`

const fetched = vi.fn<typeof fetch>()
const answer = (status: number, body: unknown, headers: HeadersInit = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
const sent = (index = 0) => {
  const [address, init] = fetched.mock.calls[index] ?? []
  return { address, method: init?.method, body: init?.body, headers: init?.headers as Headers }
}

let identity: { signIn: () => Promise<string>; token: ReturnType<typeof vi.fn>; signOut: () => Promise<void> }
let session: Session
let clock = 0
const make = () => createCall(environment, session)
const user = { params: { uid: 'u 1/2' } }

beforeEach(async () => {
  clock = 1_000_000
  identity = { signIn: async () => 'done', token: vi.fn(async () => jwt('me')), signOut: async () => {} }
  session = createSession(identity as never, undefined, () => clock)
  await session.start()
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a call that needs a fresh password', () => {
  const needed = () =>
    answer(403, { status_code: 0, code: 'password_needed', error_message: 'Your password.' })
  const disable = (freshPassword: FreshPassword) =>
    createCall(environment, session, freshPassword)(
      api.staff.disable,
      { params: { uid: 'a' } },
      { idempotencyKey: 'k', ifMatch: 3 },
    )

  it('is repeated with the same key and version once the password is confirmed', async () => {
    const freshPassword = createFreshPassword()
    fetched.mockResolvedValueOnce(needed())
    fetched.mockResolvedValueOnce(answer(200, { status_code: 1, data: 'done' }))
    const result = disable(freshPassword)
    await vi.waitFor(() => expect(freshPassword.isAsking()).toBe(true))
    expect(fetched).toHaveBeenCalledOnce()
    freshPassword.answer(true)
    await expect(result).resolves.toMatchObject({ data: 'done' })
    expect(sent(1).headers.get('idempotency-key')).toBe('k')
    expect(sent(1).headers.get('if-match')).toBe('"3"')
    expect(freshPassword.isAsking()).toBe(false)
  })

  it('fails with the refusal when the prompt is dismissed', async () => {
    const freshPassword = createFreshPassword()
    fetched.mockResolvedValue(needed())
    const result = disable(freshPassword)
    await vi.waitFor(() => expect(freshPassword.isAsking()).toBe(true))
    freshPassword.answer(false)
    await expect(result).rejects.toMatchObject({ passwordNeeded: true, signedOut: false })
    expect(fetched).toHaveBeenCalledOnce()
  })

  it('shares one prompt with another call', async () => {
    const freshPassword = createFreshPassword()
    fetched.mockImplementationOnce(async () => needed())
    fetched.mockImplementationOnce(async () => needed())
    fetched.mockImplementation(async () => answer(200, { status_code: 1, data: 'done' }))
    const result = [disable(freshPassword), disable(freshPassword)]
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
    await vi.waitFor(() => expect(freshPassword.isAsking()).toBe(true))
    await new Promise((later) => setTimeout(later))
    freshPassword.answer(true)
    await expect(Promise.all(result)).resolves.toMatchObject([{ data: 'done' }, { data: 'done' }])
    expect(freshPassword.isAsking()).toBe(false)
  })
})

describe('the request', () => {
  it('[API-03] [API-04] carries the token and the public key', async () => {
    fetched.mockResolvedValue(answer(200, { status_code: 1, data: {} }))
    await make()(api.users.get, user)
    expect(sent().headers.get('authorization')).toBe(`Bearer ${jwt('me')}`)
    expect(sent().headers.get('x-api-key')).toBe('public-key')
  })

  it('[NAV-21] goes to the base address of the environment, each part of the path encoded', async () => {
    fetched.mockResolvedValue(answer(200, { status_code: 1, data: {} }))
    await make()(api.users.get, user)
    expect(sent()).toMatchObject({
      method: 'GET',
      address: 'http://api.test/v1/admin/users/u%201%2F2',
      body: null,
    })
  })

  it('[API-07] has an empty query value, and omits an absent one', async () => {
    fetched.mockImplementation(async () => answer(200, { status_code: 1, data: [] }))
    await make()(api.users.search, { query: { search_term: 'a&b', exclude_uid: '' } })
    await make()(api.users.search, { query: { search_term: 'a' } })
    expect(sent(0).address).toBe('http://api.test/v1/admin/user_search?search_term=a%26b&exclude_uid=')
    expect(sent(1).address).toBe('http://api.test/v1/admin/user_search?search_term=a')
  })

  it('[API-02] has a JSON body, or none for a call without input', async () => {
    fetched.mockImplementation(async () => answer(200, { status_code: 1, data: {} }))
    await make()(api.users.update, { params: { uid: 'a' }, body: { post_ability: 2 } })
    await make()(api.users.unban, { params: { uid: 'a' } })
    expect(sent(0).body).toBe('{"post_ability":2}')
    expect(sent(0).headers.get('content-type')).toBe('application/json')
    expect(sent(1).body).toBeNull()
    expect(sent(1).headers.has('content-type')).toBe(false)
  })

  it('has a new Idempotency-Key only for a change; has If-Match only for a given version', async () => {
    fetched.mockImplementation(async () => answer(200, { status_code: 1, data: {} }))
    await make()(api.users.get, { params: { uid: 'a' } })
    await make()(api.users.unban, { params: { uid: 'a' } })
    await make()(api.users.unban, { params: { uid: 'a' } }, { ifMatch: 7 })
    expect(sent(0).headers.has('idempotency-key')).toBe(false)
    const keys = [1, 2].map((i) => sent(i).headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(sent(1).headers.has('if-match')).toBe(false)
    expect(sent(2).headers.get('if-match')).toBe('"7"')
  })
})

describe('the response', () => {
  it('[API-01] gives the data of the wrapper and the paging values of the headers', async () => {
    fetched.mockResolvedValue(
      answer(
        200,
        { status_code: 1, data: [1] },
        { 'x-more': 'true', 'x-next-cursor': 'c', 'x-total-count': '7' },
      ),
    )
    await expect(make()(api.users.search, {})).resolves.toEqual({
      data: [1],
      more: true,
      cursor: 'c',
      total: 7,
    })
  })

  it('[ERR-03] a status_code other than 1 rejects with the body even on HTTP 200', async () => {
    const body = { status_code: 0, error_title: 'No', data: null }
    fetched.mockResolvedValue(answer(200, body))
    const failure = await make()(api.users.get, user).catch((error: CallFailure) => error)
    expect(failure).toBeInstanceOf(CallFailure)
    expect(failure).toMatchObject({ status: 200, body })
  })

  it.each([
    ['no JSON', 502, '<html>'],
    ['an empty body', 200, ''],
    ['a number', 200, '1'],
    ['status_code 1 on an HTTP error', 500, { status_code: 1, data: {} }],
  ])('[ERR-03] %s rejects', async (_, status, body) => {
    fetched.mockResolvedValue(answer(status, body))
    await expect(make()(api.users.get, user)).rejects.toMatchObject({ status })
  })

  it.each([
    [200, true],
    [201, false],
    [500, false],
  ])('[ERR-04] a call judged by the HTTP status: %i', async (status, good) => {
    fetched.mockResolvedValue(answer(status, { status_code: 0, data: 'd' }))
    const result = make()(api.users.get, user, { judgedBy: 'http200' })
    if (good) await expect(result).resolves.toMatchObject({ data: 'd' })
    else await expect(result).rejects.toBeInstanceOf(CallFailure)
  })

  it('[ERR-05] a network error is logged and rejects', async () => {
    const broken = new TypeError('Failed to fetch')
    fetched.mockRejectedValue(broken)
    await expect(make()(api.users.get, user)).rejects.toMatchObject({ status: 0, noAnswer: true, body: null })
    expect(console.error).toHaveBeenCalledWith(broken)
  })

  // The screens' tests have one failing call for each action: these three differ only here.
  it.each([
    ['an HTTP error', 500, async () => answer(500, { status_code: 0, error_title: '' })],
    ['HTTP 200 with another status_code', 200, async () => answer(200, { status_code: 0 })],
    [
      'a dropped connection',
      0,
      async () => {
        throw new TypeError('Failed to fetch')
      },
    ],
  ])(
    '[ERR-03] [ERR-05] [ERR-06] %s fails a change, with the text of the screen',
    async (_, status, fetching) => {
      fetched.mockImplementation(fetching)
      const failure = await make()(api.users.unban, { params: { uid: 'a' } }).catch((error) => error)
      expect(failure).toBeInstanceOf(CallFailure)
      expect(failure).toMatchObject({ status, noAnswer: status === 0, signedOut: false })
      expect(messageOf(failure, 'Error')).toBe('Error')
    },
  )

  it('[ERR-06] the message is error_title, else the fallback', () => {
    expect(messageOf(new CallFailure(422, { error_title: 'Card used' }), 'Error')).toBe('Card used')
    expect(messageOf(new CallFailure(422, { error_title: '' }), 'Error')).toBe('Error')
    expect(messageOf(new CallFailure(0, null), 'Error')).toBe('Error')
  })
})

describe('the session', () => {
  it('[AUTH-18] [UDT-95] no request goes out without a session', async () => {
    await session.signOut()
    await expect(make()(api.users.get, user)).rejects.toMatchObject({ signedOut: true })
    expect(fetched).not.toHaveBeenCalled()
  })

  it('the token is renewed before it expires, once for many calls', async () => {
    fetched.mockImplementation(async () => answer(200, { status_code: 1, data: {} }))
    identity.token.mockClear()
    clock += 839_000
    await make()(api.users.get, user)
    expect(identity.token).not.toHaveBeenCalled()
    clock += 2000
    await Promise.all([make()(api.users.get, user), make()(api.users.get, user), make()(api.users.get, user)])
    expect(identity.token).toHaveBeenCalledOnce()
  })

  it('a valid token is used while the provider does not answer', async () => {
    fetched.mockImplementation(async () => answer(200, { status_code: 1, data: {} }))
    identity.token.mockRejectedValue(new TypeError('offline'))
    clock += 850_000
    await expect(make()(api.users.get, user)).resolves.toBeDefined()
    clock += 100_000
    await expect(make()(api.users.get, user)).rejects.toMatchObject({ status: 0 })
    expect(session.state()).toEqual({ is: 'signed_in', uid: 'me' })
  })

  it('a refused renewal ends the session; a changing call then rejects', async () => {
    identity.token.mockResolvedValue(null)
    clock += 900_000
    await expect(make()(api.users.unban, { params: { uid: 'a' } })).rejects.toMatchObject({ signedOut: true })
    expect(session.state()).toEqual({ is: 'expired', uid: 'me' })
  })

  it('a GET refused with signed_out waits, and is repeated when the same person signs in', async () => {
    fetched.mockResolvedValueOnce(answer(401, { status_code: 0, code: 'signed_out' }))
    fetched.mockResolvedValueOnce(answer(200, { status_code: 1, data: 'again' }))
    const result = make()(api.users.get, user)
    await vi.waitFor(() => expect(session.state().is).toBe('expired'))
    await session.signIn('', '')
    await expect(result).resolves.toMatchObject({ data: 'again' })
  })

  it('a GET that waits rejects when another person signs in', async () => {
    fetched.mockResolvedValueOnce(answer(401, { status_code: 0, code: 'signed_out' }))
    const result = make()(api.users.get, user)
    await vi.waitFor(() => expect(session.state().is).toBe('expired'))
    identity.token.mockResolvedValue(jwt('other'))
    await session.signIn('', '')
    await expect(result).rejects.toMatchObject({ signedOut: true })
    expect(fetched).toHaveBeenCalledOnce()
  })

  it('a late refusal of an old token does not end the new session; the call is repeated', async () => {
    let late: (value: Response) => void = () => {}
    const first = new Set(['GET', 'PATCH'])
    fetched.mockImplementation(async (_address, init) => {
      const method = String(init?.method)
      if (!first.delete(method)) return answer(200, { status_code: 1, data: 'done' })
      if (method === 'PATCH') return new Promise((resolve) => (late = resolve))
      return answer(401, { status_code: 0, code: 'signed_out' })
    })
    const change = make()(api.users.unban, { params: { uid: 'a' } })
    const read = make()(api.users.get, user)
    await vi.waitFor(() => expect(session.state().is).toBe('expired'))
    identity.token.mockResolvedValue(jwt('me', 901))
    await session.signIn('', '')
    await expect(read).resolves.toMatchObject({ data: 'done' })
    late(answer(401, { status_code: 0, code: 'signed_out' }))
    await expect(change).resolves.toMatchObject({ data: 'done' })
    expect(session.state()).toEqual({ is: 'signed_in', uid: 'me' })
    expect(fetched.mock.lastCall?.[1]?.headers).toSatisfy(
      (headers: Headers) => headers.get('authorization') === `Bearer ${jwt('me', 901)}`,
    )
  })

  it('a wrong public key is a failure like any other, not the end of the session', async () => {
    fetched.mockResolvedValue(answer(401, { status_code: 0, code: 'bad_api_key' }))
    await expect(make()(api.users.get, user)).rejects.toMatchObject({ signedOut: false })
    expect(session.state().is).toBe('signed_in')
  })

  it("the uid is the token's sub, and Firebase's user_id", () => {
    expect(readToken(jwt('me')).uid).toBe('me')
    expect(readToken(`x.${btoa(JSON.stringify({ user_id: 'f', sub: 's' }))}.x`).uid).toBe('f')
    const named = (name: unknown) => readToken(`x.${btoa(JSON.stringify({ sub: 's', name }))}.x`).name
    expect([named('Mo'), named(' '), named(7), named(undefined)]).toEqual([
      'Mo',
      undefined,
      undefined,
      undefined,
    ])
  })
})
