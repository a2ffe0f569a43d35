import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The screens that show no single group, with what they show. */
const otherScreens: Readonly<Record<string, string>> = {
  shell: 'the navigation around every page',
  'sign-in': 'what stands in front of every page',
  palette: 'the search for anything and the keys of every page',
  'own-sign-in':
    "the caller's own password, second factor and sessions, most of them calls of the identity provider",
  'user-detail': 'one person, with the records of a dozen groups',
}

/** The folders of browser tests that belong to no single screen. */
const otherTests = ['across', 'stack']

/** emailTemplates as email-templates. */
const wordOf = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const foldersOf = (root: string, path: string): string[] =>
  existsSync(join(root, path))
    ? readdirSync(join(root, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
        .map(({ name }) => name)
    : []

/** A sentence for every file that a group of the contract lacks, and for every folder of screens or their tests with another word. */
export function otherWords(root: string): string[] {
  const [, keys = ''] =
    /^export const api = \{([^}]*)\}/m.exec(readFileSync(join(root, 'contract/index.ts'), 'utf8')) ?? []
  const groups = [...keys.matchAll(/\w+/g)].map(([key]) => wordOf(key))
  const screens = [...groups, ...Object.keys(otherScreens)]
  return [
    ...groups.flatMap((group) =>
      [`contract/${group}.ts`, `server/api/${group}.ts`, `server/test/${group}.test.ts`]
        .filter((file) => !existsSync(join(root, file)))
        .map((file) => `The group ${group} of contract/index.ts has no ${file}.`),
    ),
    ...foldersOf(root, 'console/screens')
      .filter((folder) => !screens.includes(folder))
      .map((folder) => `console/screens/${folder} is neither a group nor a page that tools/groups.ts lists.`),
    ...foldersOf(root, 'e2e')
      .filter((folder) => ![...screens, ...otherTests].includes(folder))
      .map((folder) => `e2e/${folder} is neither a group nor a page that tools/groups.ts lists.`),
  ]
}
