import { expect, test } from '@playwright/test'
import { consoleAddress } from '../stack/test.ts'

test('what the server sends is cached, and revalidated without a body @slow', async ({ request }) => {
  for (const [what, path] of [
    ['the page', '/dashboard/users'],
    ['a picture', '/images/ProfileImages/staff-admin'],
  ])
    await test.step(`${what} is sent once, and again only when it has changed`, async () => {
      const first = await request.get(`${consoleAddress}${path}`)
      expect(first.status()).toBe(200)
      const { etag } = first.headers()
      expect(etag).toBeTruthy()
      const again = await request.get(`${consoleAddress}${path}`, {
        headers: { 'if-none-match': etag ?? '' },
      })
      expect([again.status(), await again.text()]).toEqual([304, ''])
      const other = await request.get(`${consoleAddress}${path}`, { headers: { 'if-none-match': '"other"' } })
      expect([other.status(), await other.text()]).toEqual([200, await first.text()])
    })
  await test.step('scripts are cached forever, answers about people never', async () => {
    const page = await (await request.get(consoleAddress)).text()
    const script = /\/assets\/[^"]+\.js/.exec(page)?.[0] ?? ''
    const kept = await request.get(`${consoleAddress}${script}`)
    expect(kept.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
    const refused = await request.get(`${consoleAddress}/v1/staff/me`)
    expect(refused.headers()['cache-control']).toBe('no-store')
  })
})
