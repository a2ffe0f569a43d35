import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify, { type FastifyInstance } from 'fastify'
import { type ConsoleSettings, serveConsole } from '../core/http/console.ts'
import { safetyHeaders } from '../core/http/headers.ts'
import { portProblem, StartError } from '../core/start-error.ts'
import { onSignals } from '../settings/process.ts'
import { program } from '../settings/program.ts'
import { environments, parseVariables } from '../settings/variables.ts'

/** The command's usage. --help prints it. */
export const consoleUsage = `Usage: ${program} console --environments FILE

  FILE      the content of /environments.json (docs/console-only.md): where the two servers are, and how staff sign in.

It serves the console's files and nothing else: no database, no API. PORT (4400) and PORTREEVE_HOST (127.0.0.1) say where.
`

/** `portreeve console`. Returns the exit code. */
export async function consoleCommand(
  words: string[],
  file: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  if (file === undefined || words.length > 0) {
    console.error(consoleUsage)
    return 2
  }
  const { PORT: port = 4400, PORTREEVE_HOST: host } = parseVariables(env)
  const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))
  if (!existsSync(join(consoleFolder, 'index.html')))
    throw new StartError(`The console is not built: ${consoleFolder} has no index.html.`)
  const server = await consoleServer({ consoleFolder, environments: readEnvironments(file) })
  try {
    await server.listen({ host, port })
  } catch (error) {
    throw portProblem('PORT', host, port, error) ?? error
  }
  console.info(`The console is at http://${host}:${port}`)
  return new Promise((done) => onSignals(() => void server.close().then(() => done(0))))
}

/** A server of the console's files alone. */
export async function consoleServer(settings: ConsoleSettings): Promise<FastifyInstance> {
  const server = Fastify({ forceCloseConnections: 'idle' })
  const safety = safetyHeaders()
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(safety)
  })
  server.get('/healthz', async () => ({ ok: true }))
  await serveConsole(server, settings)
  return server
}

/** Reads the file of --environments. Throws a StartError that says what is wrong with it. */
export function readEnvironments(file: string): object {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`--environments: ${file} cannot be read: ${(error as Error).message}.`)
  }
  const read = environments.safeParse(text)
  if (!read.success) throw new StartError(`--environments: ${file} ${read.error.issues[0]?.message}.`)
  return read.data
}
