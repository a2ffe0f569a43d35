import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SignInRefused } from './identity.ts'
import { builtinIdentity } from './identity-builtin.ts'
import { firebaseIdentity } from './identity-firebase.ts'

const fetched = vi.fn<typeof fetch>()
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  localStorage.clear()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

describe('the built-in provider', () => {
  const identity = builtinIdentity('http://api.test')

  it('[AUTH-21] [AUTH-17] sends any typed text, outside the admin calls', async () => {
    fetched.mockResolvedValue(answer(200, {}))
    await identity.signIn('a@b', 'x')
    expect(fetched).toHaveBeenCalledWith(
      'http://api.test/identity/sign-in/email',
      expect.objectContaining({
        method: 'POST',
        credentials: 'include',
        body: '{"email":"a@b","password":"x"}',
      }),
    )
  })

  it("[AUTH-11] rejects with the provider's message", async () => {
    fetched.mockResolvedValue(answer(401, { message: 'Invalid email or password' }))
    await expect(identity.signIn('a', 'b')).rejects.toEqual(new SignInRefused('Invalid email or password'))
  })

  it('returns a token, null without a session, and rejects when the provider fails', async () => {
    fetched.mockResolvedValueOnce(answer(200, { token: 't' }))
    fetched.mockResolvedValueOnce(answer(401, {}))
    fetched.mockResolvedValueOnce(answer(503, {}))
    await expect(identity.token()).resolves.toBe('t')
    await expect(identity.token()).resolves.toBeNull()
    await expect(identity.token()).rejects.toThrow('503')
  })
})

describe('Firebase', () => {
  const settings = { kind: 'firebase', address: 'http://fire.test', apiKey: 'k' } as const
  const make = () => firebaseIdentity(settings, 'production')
  const signedIn = { idToken: 'first', refreshToken: 'r1', expiresIn: '3600' }

  it('[AUTH-21] signs in with email and password, and returns the token of that sign-in first', async () => {
    fetched.mockResolvedValueOnce(answer(200, signedIn))
    const identity = make()
    await identity.signIn('a@b', 'x')
    expect(fetched).toHaveBeenCalledWith(
      'http://fire.test/v1/accounts:signInWithPassword?key=k',
      expect.objectContaining({ body: '{"email":"a@b","password":"x","returnSecureToken":true}' }),
    )
    await expect(identity.token()).resolves.toBe('first')
    expect(fetched).toHaveBeenCalledOnce()
  })

  it('renews with the refresh token of this environment, and stores the new one', async () => {
    localStorage.setItem('portreeve-refresh-production', 'r1')
    localStorage.setItem('portreeve-refresh-development', 'other')
    fetched.mockResolvedValueOnce(answer(200, { id_token: 'second', refresh_token: 'r2' }))
    await expect(make().token()).resolves.toBe('second')
    expect(fetched).toHaveBeenCalledWith(
      'http://fire.test/v1/token?key=k',
      expect.objectContaining({ body: 'grant_type=refresh_token&refresh_token=r1' }),
    )
    expect(localStorage.getItem('portreeve-refresh-production')).toBe('r2')
    expect(localStorage.getItem('portreeve-refresh-development')).toBe('other')
  })

  it('returns null without a refresh token, and with a refused one', async () => {
    await expect(make().token()).resolves.toBeNull()
    expect(fetched).not.toHaveBeenCalled()
    localStorage.setItem('portreeve-refresh-production', 'r1')
    fetched.mockResolvedValueOnce(answer(400, { error: { message: 'TOKEN_EXPIRED' } }))
    await expect(make().token()).resolves.toBeNull()
    expect(localStorage.getItem('portreeve-refresh-production')).toBeNull()
  })

  it('keeps the refresh token while the provider fails', async () => {
    localStorage.setItem('portreeve-refresh-production', 'r1')
    fetched.mockResolvedValueOnce(answer(503, {}))
    await expect(make().token()).rejects.toThrow('503')
    expect(localStorage.getItem('portreeve-refresh-production')).toBe('r1')
  })

  it("[AUTH-11] puts Firebase's codes into words, and shows an unknown one as it is", async () => {
    fetched.mockResolvedValueOnce(answer(400, { error: { message: 'INVALID_LOGIN_CREDENTIALS' } }))
    await expect(make().signIn('a', 'b')).rejects.toThrow('Invalid email or password')
    fetched.mockResolvedValueOnce(answer(400, { error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER : wait' } }))
    await expect(make().signIn('a', 'b')).rejects.toThrow('Too many attempts, try again later')
    fetched.mockResolvedValueOnce(answer(400, { error: { message: 'SOMETHING_NEW' } }))
    await expect(make().signIn('a', 'b')).rejects.toThrow('SOMETHING_NEW')
  })

  it('drops the refresh token on sign-out', async () => {
    localStorage.setItem('portreeve-refresh-production', 'r1')
    const identity = make()
    await identity.signOut()
    await expect(identity.token()).resolves.toBeNull()
  })
})
