import { inProduction } from '../stack/environments.ts'
import { checkAxe } from '../stack/page-parts.ts'
import { expect, productionAddress, test } from '../stack/test.ts'

test.use({ role: null, baseURL: productionAddress })

test('in production, which has no data yet, every list says so @slow', async ({ page }) => {
  await inProduction(page, '/dashboard/users')
  const go = (tab: string) => page.getByRole('link', { name: tab, exact: true }).click()

  await test.step("[URP-03] [LRP-03] both sections of reports say 'No reports.'", async () => {
    for (const name of ['User Reports', 'Listing Reports'])
      await expect(page.getByRole('region', { name }).getByText('No reports.')).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  })

  await test.step("[COL-09] the list of collections says 'No collections.'", async () => {
    await go('Collections')
    await expect(page.getByText('No collections.')).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
    await checkAxe(page, 'collections')
  })

  await test.step('of the keywords only the row for a new one is shown', async () => {
    await go('Content Keywords')
    await expect(page.getByText('No keywords yet. The first goes into the row above.')).toBeVisible()
    const rows = page.getByRole('table', { name: 'Content Keywords' }).locator('tbody tr')
    await expect(rows).toHaveCount(1)
    await checkAxe(page, 'keywords')
  })

  await test.step('both maps of messages show a message', async () => {
    await go('Moderating')
    await expect(page.getByText('No items.')).toHaveCount(2)
    await checkAxe(page, 'messages')
  })

  await test.step('the list of community posts shows a message', async () => {
    await go('Community')
    await expect(page.getByText('No community posts.')).toBeVisible()
    await checkAxe(page, 'community posts')
  })
})
