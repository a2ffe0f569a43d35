import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { commands } from '../commands.ts'

/** Runs a server entry as a process without a database. */
function run(entry: string, ...words: string[]) {
  const file = fileURLToPath(new URL(`../${entry}`, import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', file, ...words], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the operators’ commands', { timeout: 120_000 }, () => {
  test('--help names every command, and --help of one describes it', () => {
    const { status, stdout } = run('portreeve.ts', '--help')
    expect(status).toBe(0)
    for (const [name, { does }] of Object.entries(commands)) {
      expect(stdout).toContain(`  ${name.padEnd(10)}${does}\n`)
    }
    expect(run('portreeve.ts', 'audit', '--help')).toEqual({
      status: 0,
      stdout: `${commands.audit.usage}\n`,
      stderr: '',
    })
  })

  test.each(Object.entries(commands))('the usage of %s begins with its command line', (name, { usage }) => {
    expect(usage).toMatch(
      new RegExp(`^Usage: npm run portreeve -- ${name} .*\\[--environment development\\]`),
    )
  })

  test('an unknown command or option exits with 2 and opens no database', () => {
    expect(run('portreeve.ts', 'audti').stderr).toContain('Usage: npm run portreeve -- COMMAND')
    expect(run('portreeve.ts', 'audti').status).toBe(2)
    expect(run('portreeve.ts', 'toString').status).toBe(2)
    expect(run('portreeve.ts', 'audit', '--fix').status).toBe(2)
  })

  test('the server takes no arguments: with a command it does not start', () => {
    expect(run('main.ts', 'staff', 'list')).toMatchObject({ status: 2, stdout: '' })
  })
})
