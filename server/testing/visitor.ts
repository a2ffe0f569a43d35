import type { Harness } from './harness.ts'
import { address } from './harness.ts'

/** A browser with cookies that visits the server. */
export function visitor(s: Harness) {
  const cookies = new Map<string, string>()
  const get = async (url: string) => {
    const { pathname, search } = new URL(url, address)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await s.server.inject({
      url: pathname + search,
      headers: { cookie, 'user-agent': 'A test' },
    })
    for (const one of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      if (/Max-Age=0/.test(one)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const to = (answer: { headers: { location?: string | undefined } }) =>
    new URL(answer.headers.location ?? 'none:')
  return {
    cookies,
    get,
    /** Starts a sign-in: the address to which it leads. */
    start: async (provider: string, query: Record<string, string> = {}) =>
      to(await get(`/identity/provider/${provider}/start?${new URLSearchParams(query)}`)),
    /** Returns from the provider: the address to which it leads. */
    back: async (provider: string, query: Record<string, string> | string) =>
      to(await get(`/identity/provider/${provider}/callback?${new URLSearchParams(query)}`)),
    token: async () => {
      const answer = await get('/identity/token')
      return { status: answer.statusCode, token: (answer.json() as { token?: string }).token ?? '' }
    },
  }
}
export type Visitor = ReturnType<typeof visitor>
