import { join } from 'node:path'
import type { Database } from '../core/database/db.ts'
import { doctorCommand, doctorUsage } from '../doctor/doctor.ts'
import { runExport } from '../marketplace/export/command.ts'
import { runImport } from '../marketplace/import/command.ts'
import { identityOf } from '../settings/identity.ts'
import { onSignals } from '../settings/process.ts'
import { program } from '../settings/program.ts'
import type { ServerSettings } from '../settings/settings.ts'
import { checkBackend, checkBackendUsage } from './backend-check.ts'
import { auditCommand, auditUsage, ledgerCommand, ledgerUsage } from './check-commands.ts'
import { consoleCommand, consoleUsage } from './console-command.ts'
import { personCommand, personUsage } from './person-command.ts'
import { settingsCommand, settingsUsage } from './settings-command.ts'
import { staffCommand, staffUsage } from './staff-command.ts'
import { verifyCommand, verifyUsage } from './verify-command.ts'

/** The input of a command: the environment's database and settings, and the rest of the command line. */
export interface CommandLine {
  database: Database
  settings: ServerSettings
  words: string[]
  options: CommandOptions
}

/** The options of all commands. */
export interface CommandOptions {
  uid?: string | undefined
  anchor?: string | undefined
  environments?: string | undefined
  json?: boolean | undefined
  copy?: string | undefined
  write?: boolean | undefined
  'dry-run'?: boolean | undefined
  delete?: boolean | undefined
}

type Command = {
  /** The summary, in one line. */
  does: string
  /** Its arguments and options. --help prints it. */
  usage: string
} & (
  | {
      /** Returns the exit code: 2 for wrong arguments. */
      run: (line: CommandLine) => Promise<number>
    }
  | {
      /** The same, for a command without a database. */
      alone: (words: string[], options: CommandOptions, env: NodeJS.ProcessEnv) => Promise<number>
    }
)

const importUsage = `Usage: ${program} import DIR [--environment NAME]

  DIR       a folder with NDJSON files of the names in docs/import.md
`

const exportUsage = `Usage: ${program} export DIR [--environment NAME]

  DIR       the folder for the files, empty or new: all records in the format of the import (docs/export.md)
`

/** The usage of the server for language models. */
const mcpUsage = `Usage: ${program} mcp

A server of the Model Context Protocol on standard input and output (docs/programs.md). It reads, and changes nothing. In the environment:

  PORTREEVE_ADDRESS   the address of the Portreeve server, such as https://staff.example.com
  PORTREEVE_KEY       a machine key with scopes that read, such as act.users.read
`

/** The operators' commands, by name. */
export const commands = {
  import: { does: "puts a marketplace's data in", usage: importUsage, run: importFolder },
  export: {
    does: "writes a marketplace's data as the files of an import",
    usage: exportUsage,
    run: exportFolder,
  },
  settings: {
    does: 'writes the settings of an environment to a file, or puts those of a file in',
    usage: settingsUsage,
    run: ({ database, settings, words, options }) =>
      settingsCommand({ database, settings }, words, {
        isDry: options['dry-run'] ?? false,
        deletes: options.delete ?? false,
      }),
  },
  staff: {
    does: 'lists, invites, disables staff; sets roles and passwords',
    usage: staffUsage,
    run: ({ database, settings, words, options }) =>
      staffCommand(
        { db: database.db, identity: identityOf(database, settings), auditKey: settings.auditKey },
        words,
        options,
      ),
  },
  person: {
    does: 'exports all data about a person, or erases the person',
    usage: personUsage,
    run: ({ database, settings, words }) => personCommand({ db: database.db, settings }, words),
  },
  audit: {
    does: 'proves that no row of the audit log was changed; changes the key of its heads',
    usage: auditUsage,
    run: ({ database, settings, words, options }) => auditCommand(database, settings, words, options.anchor),
  },
  ledger: {
    does: 'proves the ledger against itself and the payment provider',
    usage: ledgerUsage,
    run: ({ database, settings, words }) => ledgerCommand(database, settings, words),
  },
  doctor: {
    does: 'checks a set-up before a start or an upgrade, and says what to do',
    usage: doctorUsage,
    alone: (words, { json, copy }, env) => doctorCommand(words, { json: json ?? false, copy, env }),
  },
  verify: {
    does: 'checks a proof bundle, without database or secret',
    usage: verifyUsage,
    alone: verifyCommand,
  },
  console: {
    does: 'serves the console alone, in front of another server',
    usage: consoleUsage,
    alone: (words, { environments }, env) => consoleCommand(words, environments, env),
  },
  'check-backend': {
    does: 'calls such a server as the console does, and reports what differs',
    usage: checkBackendUsage,
    alone: (words, { write }, env) => checkBackend(words, { write: write ?? false, env }),
  },
  mcp: {
    does: 'lets a language model read with a machine key (Model Context Protocol)',
    usage: mcpUsage,
    // Its library is loaded for this command alone.
    alone: async (words, _options, env) => (await import('./mcp.ts')).mcpCommand(words, env, mcpUsage),
  },
} satisfies Record<string, Command>

export const commandNamed = (name: string | undefined): Command | undefined =>
  name !== undefined && Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : undefined

/** The usage that --help prints without a command. */
export const usage = `Usage: ${program} COMMAND [--environment NAME] [--help]

${Object.entries(commands)
  .map(([name, { does }]) => `  ${name.padEnd(15)}${does}\n`)
  .join('')}
COMMAND --help describes one. The first seven work on the database at DATABASE_URL. Without it they work on the embedded one of an
environment: --environment development or production. The default is development, or production where only that has data.
`

async function importFolder({ database, settings, words }: CommandLine): Promise<number> {
  const [folder] = words
  if (!folder || words.length > 1) {
    console.error(importUsage)
    return 2
  }
  return runImport({
    database,
    settings,
    folder,
    rejectsFolder: join(settings.dataFolder, 'rejects'),
    ...onTerminal(),
  })
}

async function exportFolder({ database, words }: CommandLine): Promise<number> {
  const [folder] = words
  if (!folder || words.length > 1) {
    console.error(exportUsage)
    return 2
  }
  return runExport({ database, folder, ...onTerminal() })
}

/** Where a long command shows its progress, and how a person stops it. */
function onTerminal() {
  const stopping = new AbortController()
  onSignals(() => stopping.abort())
  return {
    print: (text: string) => process.stdout.write(text),
    isTTY: process.stdout.isTTY === true,
    signal: stopping.signal,
  }
}
