import { expect, test } from 'vitest'
import { proofPage } from './proof-page.ts'

test('the page that checks a bundle is one file of at most 200 lines of JavaScript, without an address', () => {
  const page = proofPage()
  const [, script = ''] = /<script type="module">\n([\s\S]*)<\/script>/.exec(page) ?? []
  expect(script.trim().split('\n').length).toBeLessThanOrEqual(200)
  expect(script).toContain('export async function verifyProof(text, trusted) {')
  expect(script).not.toMatch(/^\s*(import\b|\/\/|\*)|<\/script/m)
  expect(page).not.toMatch(/https?:|\bsrc=|\bhref=/)
})
