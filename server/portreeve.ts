import './hooks.ts'
import { parseArgs } from 'node:util'
import { commandNamed, usage } from './commands/commands.ts'
import { openDatabase } from './core/database/db.ts'
import { sentenceOf } from './settings/process.ts'
import { environmentWithData, readSettings } from './settings/settings.ts'

// `npm run portreeve -- COMMAND`: the operators' commands (commands.ts), most of them on the database of one environment.
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(sentenceOf(error, process.env))
  process.exit(1)
}

/** Returns the exit code: 2 when the command line names no command, or an unknown option. */
async function run(args: string[]): Promise<number> {
  const line = parsed(args)
  if (typeof line === 'string') {
    console.error(line)
    return 2
  }
  const [name, ...words] = line.positionals
  const { help, environment, ...options } = line.values
  const command = commandNamed(name)
  if (help || !command) {
    const text = command?.usage ?? usage
    if (help) console.info(text)
    else console.error(text)
    return help ? 0 : 2
  }
  const given = environment ?? process.env.PORTREEVE_ENVIRONMENT
  if ('alone' in command)
    return command.alone(words, options, { ...process.env, PORTREEVE_ENVIRONMENT: given })
  const settings = readSettings({
    PORTREEVE_API_KEY: 'unused',
    ...process.env,
    PORTREEVE_ENVIRONMENT: given ?? environmentWithData(process.env),
  })
  // A command's statements take longer than a pooler's user may: it works on PostgreSQL itself.
  const where = 'url' in settings.where ? { url: settings.where.url } : settings.where
  const database = await openDatabase(where, {
    connections: 4,
    timeout: 60_000,
    reserve: true,
    warn: console.error,
  })
  if (given === undefined && 'folder' in settings.where)
    console.error(`This is the embedded database of ${settings.environment}.`)
  try {
    return await command.run({ database, settings, words, options })
  } finally {
    await database.close()
  }
}

/** The words and options of a command line; a sentence where it has an unknown option. */
function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', default: false },
        environment: { type: 'string' },
        uid: { type: 'string' },
        anchor: { type: 'string' },
        environments: { type: 'string' },
        write: { type: 'boolean' },
        json: { type: 'boolean' },
        copy: { type: 'string' },
        'dry-run': { type: 'boolean' },
        delete: { type: 'boolean' },
      },
    })
  } catch (error) {
    return (error as Error).message
  }
}
