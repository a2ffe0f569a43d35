import { expect, it } from 'vitest'
import { excerptOf } from './excerpt.ts'

const shown = (text: string, term: string) =>
  excerptOf(text, term)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('')

it('marks each word in any position and case, with and without accents', () => {
  expect(shown('The Blue bicycle', 'blue cycl')).toBe('The [Blue] bi[cycl]e')
  expect(shown('Für Müller', 'fur MULLER')).toBe('[Für] [Müller]')
  expect(shown('Fu\u0308r', 'fur')).toBe('[Fu\u0308r]')
  expect(shown('😀 ok', 'ok')).toBe('😀 [ok]')
  expect(shown('nothing here', 'else')).toBe('nothing here')
})

it('shows a part of a long text around the first hit', () => {
  const text = `${'x'.repeat(300)} needle ${'y'.repeat(300)}`
  const part = shown(text, 'needle')
  expect(part).toContain('[needle]')
  expect(part.length).toBeLessThan(180)
  expect(part.startsWith('…') && part.endsWith('…')).toBe(true)
})
