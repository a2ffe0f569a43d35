import { expect, test } from 'vitest'
import { commandNamed, commands, usage } from './commands.ts'

// The commands as processes: tools/package.slow.test.ts and tools/package-starts.slow.test.ts.

test('the usage names every command', () => {
  for (const [name, { does }] of Object.entries(commands))
    expect(usage).toContain(`  ${name.padEnd(15)}${does}\n`)
})

test.each(Object.entries(commands))('the usage of %s begins with its command line', (name, command) => {
  const option = 'alone' in command ? '\\b' : ' .*\\[--environment NAME\\]'
  expect(command.usage).toMatch(new RegExp(`^Usage: npm run portreeve -- ${name}${option}`))
})

test('a name that every object has is no command', () => {
  expect(commandNamed('toString')).toBeUndefined()
})
