import { expect, it } from 'vitest'
import { createConsoleRouter } from '../../router.tsx'
import { labelOf, letterOf, nameOf } from './letters.ts'

it('each letter leads to one page, and each page of the navigation has one', () => {
  const names = Object.values(createConsoleRouter().routesById).map(
    ({ options }) => nameOf(options.staticData) ?? '',
  )
  for (let code = 97; code < 123; code++) {
    const label = labelOf(String.fromCharCode(code))
    if (label) expect(names).toContain(label)
  }
  for (const name of names) {
    const letter = letterOf(name)
    if (letter) expect(labelOf(letter)).toBe(name)
  }
})
