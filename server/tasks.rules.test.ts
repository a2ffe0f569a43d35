import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tasks } from './tasks.ts'

const folder = new URL('.', import.meta.url).pathname
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

test('every file with a task is in the list of tasks', () => {
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /^(?!node_modules|seed|tasks).*(?<!\.test)\.ts$/.test(file))
    .filter((file) => /import .*\b(Task|cleanUp)\b.*operations\/schedule\.ts'/.test(read(file)))
  expect(files.length).toBeGreaterThan(15)
  expect(files.filter((file) => !read('tasks.ts').includes(`'./${file}'`))).toEqual([])
  expect(tasks.length).toBeGreaterThanOrEqual(files.length)
})
