import { expect, test } from '../stack/test.ts'

test.use({ role: 'admin' })

const places = [
  ['/dashboard/desk?kind=bogus&view=bogus', '/dashboard/desk', 'Desk'],
  ['/dashboard/messages?view=bogus&desk=bogus', '/dashboard/messages', 'Messages'],
  ['/dashboard/messages?view=all&q=state:bogus&bulk=', '/dashboard/messages?view=all', 'Messages'],
  ['/dashboard/refunds?from=yesterday&state=done', '/dashboard/refunds?state=done', 'Refunds'],
  ['/dashboard/audit?to=2026-02-30&__proto__=1', '/dashboard/audit', 'Audit log'],
  ['/dashboard/txns/overview?state=constructor&utm_source=mail', '/dashboard/txns/overview', 'Orders'],
  ['/dashboard/users?reports=count&reports=age#listing-reports', '/dashboard/users#listing-reports', 'Users'],
] as const

test('an address with filters that its page does not know shows the page without them, and says which @slow', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 400) refused.push(answer.url())
  })
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  for (const [address, left, title] of places)
    await test.step(address, async () => {
      await page.goto(address)
      const words = page.getByText(/^This address had (a part|parts) that this page does not know: /)
      await expect(words).toBeVisible()
      await expect(page).toHaveURL(left)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByText(/could not be (loaded|shown)/)).toHaveCount(0)
    })
  expect(refused).toEqual([])
  expect(errors).toEqual([])
})

test('a conversation that the desk opens has its list beside it, and another one is not the case @slow', async ({
  page,
}) => {
  await page.goto('/dashboard/desk?kind=conversation')
  await page.getByRole('table', { name: 'Desk' }).getByRole('link').first().click()
  const bar = page.getByRole('region', { name: 'Desk case' })
  await expect(bar).toBeVisible()
  await expect(page.getByText('The conversations could not be loaded.')).toHaveCount(0)
  const others = page.getByRole('region', { name: 'Team inbox' }).getByRole('link')
  await expect(others.first()).toBeVisible()
  await others.first().click()
  await expect(page).not.toHaveURL(/desk=/)
  await expect(bar).toHaveCount(0)
})
