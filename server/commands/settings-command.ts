import { readFile, writeFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { webhookSender } from '../adapters/webhooks.ts'
import type { Database } from '../core/database/db.ts'
import { RefusalError } from '../core/refuse.ts'
import { exportSettings, importSettings } from '../marketplace/moving/move.ts'
import { sections } from '../marketplace/moving/sections.ts'
import { program } from '../settings/program.ts'
import type { ServerSettings } from '../settings/settings.ts'

/** The command's usage. --help prints it. */
export const settingsUsage = `Usage: ${program} settings COMMAND [--environment NAME]

  export FILE                         writes panels, actions, roles, lists, policies, macros, templates and further
                                      settings; no secret. FILE may be - for the standard output
  import FILE [--dry-run] [--delete]  puts those of a file in, all or none; - reads the standard input
                                      --dry-run  prints what would change, and changes nothing
                                      --delete   also takes out what the file's sections do not name
`

/** `portreeve settings`. Returns the exit code: 1 when the file is refused. */
export async function settingsCommand(
  { database, settings }: { database: Database; settings: ServerSettings },
  words: string[],
  { isDry, deletes }: { isDry: boolean; deletes: boolean },
): Promise<number> {
  const [command, file, ...more] = words
  if ((command !== 'export' && command !== 'import') || !file || more.length > 0) {
    console.error(settingsUsage)
    return 2
  }
  // Templates at the mail provider are its own: an import would change a copy that nobody reads.
  const own = sections.filter(({ name }) => name !== 'email_templates' || !settings.ses)
  if (command === 'export') {
    const text = await exportSettings(database.db, own)
    if (file === '-') process.stdout.write(text)
    else await writeFile(file, text)
    return 0
  }
  try {
    const { lines, said } = await importSettings({
      ...{ database, settings, sections: own, deletes, isDry },
      webhooks: webhookSender({ isPrivateAllowed: settings.webhooksPrivate }),
      text: file === '-' ? await textOf(process.stdin) : await readFile(file, 'utf8'),
    })
    for (const line of [...lines, ...said]) console.info(line)
    console.info(
      lines.length === 0 ? 'Nothing differs.' : isDry ? 'Nothing was changed: this was a dry run.' : 'Done.',
    )
    return 0
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!(error instanceof RefusalError) && !isMissing) throw error
    const { message, title } = error as RefusalError
    console.error(isMissing ? `There is no file ${file}.` : message || title)
    return 1
  }
}
