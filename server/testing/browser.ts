import { address, type Harness } from './harness.ts'

/** A browser at the identity provider: it keeps its cookies. */
export function browserOf(s: Harness) {
  const jar = new Map<string, string>()
  const ask = async (method: 'GET' | 'POST', path: string, payload: object = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await s.server.inject({
      method,
      url: `/identity${path}`,
      headers: { origin: address, ...(cookie ? { cookie } : {}) },
      ...(method === 'POST' ? { payload } : {}),
    })
    for (const { name, value } of answer.cookies)
      if (value) jar.set(name, encodeURIComponent(value))
      else jar.delete(name)
    return answer
  }
  return {
    ask,
    jar,
    token: async () => ((await ask('GET', '/token')).json() as { token?: string }).token ?? '',
  }
}
