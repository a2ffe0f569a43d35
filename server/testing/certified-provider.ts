import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** The account that signs in next, with the methods that it uses. */
export interface Account {
  id: string
  email: string
  name: string
  groups: string[]
  amr?: string[]
}

export interface CertifiedProvider {
  issuer: string
  provider: Provider
  /** Who signs in; changes apply to later tokens. */
  accounts: Map<string, Account>
  close: () => Promise<unknown>
}

/** The provider's own refuses addresses of this machine, by a dispatcher. */
const toThisMachine: NonNullable<Configuration['fetch']> = (url, options) => {
  const { method, headers, body, signal } = options as RequestInit
  return fetch(url, { ...{ method, headers, body, signal } } as RequestInit)
}

/**
 * The certified `oidc-provider` on a port of this machine. Its sign-in page has one button for each account.
 * @param back the address of the server's pages for this provider. @param send replaces its requests to the server
 */
export async function startCertifiedProvider(
  back: string,
  accounts: Account[],
  send?: Configuration['fetch'],
): Promise<CertifiedProvider> {
  const known = new Map(accounts.map((one) => [one.id, one]))
  let answer: ReturnType<Provider['callback']> | undefined
  let provider: Provider | undefined
  const server = createServer(async (request, response) => {
    const [, uid] = /^\/interaction\/([\w-]+)/.exec(request.url ?? '') ?? []
    if (!provider || !answer) return response.writeHead(503).end()
    if (uid === undefined) return answer(request, response)
    const chosen = new URL(request.url ?? '', back).searchParams.get('as')
    const { prompt, session, params, grantId } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      if (chosen === null) {
        const links = [...known.values()].map(
          ({ id, name }) => `<p><a href="/interaction/${uid}?as=${id}">Continue as ${name}</a></p>`,
        )
        return response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Provider</title>${links}`)
      }
      const { amr = ['pwd'] } = known.get(chosen) ?? {}
      return provider.interactionFinished(request, response, { login: { accountId: chosen, amr } })
    }
    const grant =
      (grantId ? await provider.Grant.find(grantId) : undefined) ??
      new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    const consent = { grantId: await grant.save() }
    return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: 'portreeve', client_secret: 'a secret of the certified provider' },
        redirect_uris: [`${back}/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
        backchannel_logout_uri: `${back}/backchannel-logout`,
        backchannel_logout_session_required: true,
        post_logout_redirect_uris: [back],
      },
    ],
    ...{ pkce: { required: () => true }, rotateRefreshToken: true, cookies: { keys: ['of a test'] } },
    // As Keycloak, Okta and Entra ID do: without asking the person each time.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => {
      const account = known.get(id)
      if (!account) return undefined
      const { email, name, groups } = account
      return { accountId: id, claims: () => ({ sub: id, email, email_verified: true, name, groups }) }
    },
    fetch: send ?? toThisMachine,
  })
  provider.on('server_error', (_ctx, error) => console.error(error))
  provider.on('backchannel.error', (_ctx, error) => console.error(error))
  answer = provider.callback()
  return {
    issuer,
    provider,
    accounts: known,
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(closed))
    },
  }
}
