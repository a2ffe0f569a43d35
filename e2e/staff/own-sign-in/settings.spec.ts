import { enter, hire } from '../../stack/colleague.ts'
import { checkAxe } from '../../stack/page-parts.ts'
import { answered, expect, test, toast } from '../../stack/test.ts'

test.use({ role: null })

test('a person chooses time zone, density, navigation and start page, also for the next sign-in elsewhere', async ({
  page,
  browser,
}) => {
  const person = await hire('support')
  await page.goto('/dashboard/your-sign-in')
  await enter(page, person)
  const started = page.getByRole('row').nth(1).getByRole('cell').nth(2)
  const saved = () => answered(page, 'PATCH /v1/staff/me/settings')
  const height = async () => (await page.getByRole('row').nth(1).boundingBox())?.height ?? 0

  await test.step('a time shows its zone, and its tooltip both zones and the age', async () => {
    const time = started.locator('time')
    await expect(time).toHaveAttribute('data-zone', 'UTC')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await expect(time).toHaveAttribute('data-zone', 'GMT+9')
    await expect(time).toHaveAttribute('title', /UTC\n.* Asia\/Tokyo\n(now|1 minute ago)$/)
    await expect(toast(page, 'Settings saved')).toBeVisible()
  })
  await test.step('compact tables have lower rows', async () => {
    const before = await height()
    await page.getByLabel('Density of tables').selectOption('compact')
    await expect.poll(height).toBeLessThan(before)
    await checkAxe(page, 'settings')
  })
  await test.step('the navigation collapses to icons, and keeps the names of its links', async () => {
    const side = page.getByRole('complementary', { name: 'Navigation' })
    await side.getByRole('button', { name: 'Collapse the navigation' }).click()
    await expect.poll(async () => (await side.boundingBox())?.width).toBe(56)
    const links = side.getByRole('link')
    for (const link of await links.all()) await expect(link.locator('svg')).toBeVisible()
    await expect(side.getByRole('link', { name: 'Pending Review', exact: true })).toHaveAttribute(
      'title',
      'Pending Review',
    )
    await checkAxe(page, 'collapsed')
  })
  await test.step('the start page opens at /, here and in a new browser', async () => {
    const answer = saved()
    await page.getByLabel('Start page').selectOption('Orders')
    expect((await answer).status()).toBe(200)
    await page.goto('/')
    await expect(page).toHaveURL('/dashboard/txns/overview')
    const other = await (await browser.newContext()).newPage()
    await other.goto('/')
    await enter(other, person)
    await expect(other).toHaveURL('/dashboard/txns/overview')
    await expect(other.locator('html')).toHaveAttribute('data-density', 'compact')
    await expect(other.locator('time[data-zone="GMT+9"]').first()).toBeVisible()
    await other.getByRole('button', { name: 'Expand the navigation' }).click()
    const side = other.getByRole('complementary', { name: 'Navigation' })
    await expect.poll(async () => (await side.boundingBox())?.width).toBe(200)
  })
})
