import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../call/context.ts'
import { RefusalError } from '../refuse.ts'
import { frameSources, type OwnFrames } from './frames.ts'
import { sendRefusal } from './send-refusal.ts'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** The folder of the built console, and the content of /environments.json. */
export type ConsoleSettings = Pick<Settings, 'consoleFolder' | 'environments'>

/** Serves the built console, its settings, and the answer to unknown addresses. */
export async function serveConsole(
  server: FastifyInstance,
  { consoleFolder, environments }: ConsoleSettings,
  own?: OwnFrames,
) {
  const index = consoleFolder ? join(consoleFolder, 'index.html') : undefined
  const page = index && existsSync(index) ? index : undefined
  const policy = contentPolicy(environments)
  const frames = frameSources(environments, own)

  server.get('/environments.json', async (request, reply) => {
    // 127.0.0.1 and localhost have separate cookies, so a console that was opened under one name calls the servers under it.
    const name = request.hostname
    const text = JSON.stringify(environments)
    const same = loopback.test(name)
      ? text.replaceAll(/"(http:\/\/)(localhost|127\.0\.0\.1)(:\d+)/g, `"$1${name}$3`)
      : text
    return reply.type('application/json').header('cache-control', 'no-cache').send(same)
  })

  if (page && consoleFolder)
    await server.register(fastifyStatic, {
      root: join(consoleFolder, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
    })

  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage =
      ['GET', 'HEAD'].includes(request.method) && !/^\/(v\d+|identity|images|assets)\//.test(path)
    if (consoleFolder && page && wantsPage)
      return (
        reply
          .header('cache-control', 'no-cache')
          .header('content-security-policy', policy(await frames()))
          // Revalidated on every load, because after a rebuild it names other files.
          .sendFile('index.html', consoleFolder, { cacheControl: false })
      )
    return sendRefusal(
      reply,
      new RefusalError('not_found', 'Not found', 'There is nothing at this address.').body,
    )
  })
}

type Named = {
  api?: string
  identity?: { address?: string; tokenAddress?: string }
  links?: { storage?: string }
}

/** Allows scripts of this origin, calls to the environments and their identity providers, pictures from their stores, and the given frames. */
function contentPolicy(environments: object): (frames: string) => string {
  const all = Object.values(environments as Record<string, Named>)
  const calls = origins(all.flatMap(({ api, identity }) => [api, identity?.address, identity?.tokenAddress]))
  const pictures = origins(all.map((one) => one.links?.storage))
  return (frames) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      `img-src 'self' data: blob: ${pictures}`,
      "font-src 'self'",
      `connect-src 'self' ${calls}`,
      "manifest-src 'self'",
      "media-src 'self'",
      // The panels of apps, which run in a sandbox without an origin.
      `frame-src 'self' ${frames}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      // Only console/ui/browser/trusted-types.ts may turn text into HTML.
      "require-trusted-types-for 'script'",
      'trusted-types default portreeve-mail',
    ].join('; ')
}

/** The origins of some addresses. A loopback address is listed under both of its names. */
function origins(addresses: (string | undefined)[]): string {
  const found = addresses.flatMap((address) => {
    if (!address || !URL.canParse(address)) return []
    const { origin, protocol, hostname, port } = new URL(address)
    return loopback.test(hostname)
      ? [`${protocol}//localhost:${port}`, `${protocol}//127.0.0.1:${port}`]
      : [origin]
  })
  return [...new Set(found)].join(' ')
}
