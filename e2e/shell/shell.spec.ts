import { expect, quiet, test, watchCalls } from '../stack/test.ts'

const tabs = [
  ['Users', '/dashboard/users', 'NAV-04'],
  ['Pending Review', '/dashboard/pending_review', 'NAV-05'],
  ['Email Templates', '/dashboard/email-templates', 'NAV-06'],
  ['Orders', '/dashboard/txns/overview', 'NAV-07'],
  ['Moderating', '/dashboard/moderating', 'NAV-08'],
  ['Messages', '/dashboard/messages', 'NAV-09'],
  ['Content Keywords', '/dashboard/contentkw', 'NAV-10'],
  ['Community', '/dashboard/community/overview', 'NAV-11'],
  ['Collections', '/dashboard/collections/overview', 'NAV-12'],
] as const

const pathOf = (address: string) => new URL(address).pathname

test('[NAV-01] / leads to /dashboard/users', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByPlaceholder('Search Users')).toBeVisible()
  expect(pathOf(page.url())).toBe('/dashboard/users')
})

test('/dashboard and unknown paths lead there, too (D-040)', async ({ page }) => {
  for (const path of ['/dashboard', '/dashboard/nothing', '/nowhere/at/all']) {
    await page.goto(path)
    await expect(page.getByPlaceholder('Search Users')).toBeVisible()
    expect(pathOf(page.url())).toBe('/dashboard/users')
  }
})

test('[NAV-02] every dashboard route has the navigation bar and its own page', async ({ page }) => {
  for (const [label, path] of tabs) {
    await page.goto(path)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
    expect(pathOf(page.url())).toBe(path)
  }
})

test('[NAV-03] the tabs in order, then Sign out', async ({ page }) => {
  await page.goto('/')
  const side = page.getByRole('complementary', { name: 'Navigation' })
  const main = side.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link')).toHaveText(tabs.map(([label]) => label))
  // The pages about staff themselves come after them.
  const order = await side.locator('a, button').allTextContents()
  expect(order.slice(0, tabs.length + 1)).toEqual([...tabs.map(([label]) => label), 'Sign out'])
})

test('[NAV-04, NAV-05, NAV-06, NAV-07, NAV-08, NAV-09, NAV-10, NAV-11, NAV-12] each tab leads to its path', async ({
  page,
}) => {
  await page.goto('/dashboard/messages')
  for (const [label, path, row] of tabs) {
    await page.getByRole('link', { name: label, exact: true }).click()
    await expect(page, row).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
  }
})

test('[NAV-14] the tab of the current route is highlighted, and only that one', async ({ page }) => {
  const more = [
    ['Orders', '/dashboard/txns/some-id'],
    ['Community', '/dashboard/community/some-id'],
    ['Collections', '/dashboard/collections/new'],
  ] as const
  await page.goto('/')
  for (const [label, path] of [...tabs, ...more]) {
    await page.goto(path)
    const current = page.locator('[aria-current=page]')
    await expect(current).toHaveText([label])
    const colours = await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => [link.textContent, getComputedStyle(link).backgroundColor] as const),
      )
    const plain = colours.filter(([name]) => name !== label).map(([, colour]) => colour)
    expect(new Set(plain).size).toBe(1)
    expect(plain).not.toContain(colours.find(([name]) => name === label)?.[1])
  }
})

test('[NAV-15] the navigation is 200 px wide', async ({ page }) => {
  await page.goto('/')
  const box = await page.getByRole('complementary', { name: 'Navigation' }).boundingBox()
  expect(box?.width).toBe(200)
})

test('[NAV-16] the navigation is hidden below 500 px, where a button opens the same list over the page', async ({
  page,
}) => {
  await page.goto('/dashboard/messages')
  const side = page.getByRole('complementary', { name: 'Navigation' })
  const menu = page.getByRole('button', { name: 'Menu' })
  await page.setViewportSize({ width: 500, height: 800 })
  await expect(side).toBeVisible()
  await expect(menu).toBeHidden()
  await page.setViewportSize({ width: 499, height: 800 })
  await expect(side).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveCount(0)

  // D-041
  await menu.click()
  const list = page.getByRole('dialog', { name: 'Menu' })
  await expect(list.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(
    tabs.map(([label]) => label),
  )
  await expect(list.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await menu.click()
  await list.getByRole('link', { name: 'Users' }).click()
  await expect(list).toBeHidden()
  await expect(page).toHaveURL('/dashboard/users')
})

test('[NAV-17] [NAV-18] the title is the tools title, with (dev) in development only', async ({ page }) => {
  for (const path of ['/dashboard/users', '/dashboard/messages']) {
    await page.goto(path)
    await expect(page).toHaveTitle('Portreeve Tools (dev)')
  }
  await page.evaluate(() => localStorage.setItem('isProdEnv', 'true'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'SIGN IN TO YOUR ACCOUNT' })).toBeVisible()
  await expect(page).toHaveTitle('Portreeve Tools')
})

test('[NAV-19] nothing is wider than the window on either side of any breakpoint', async ({ page }) => {
  for (const path of [
    '/dashboard/users?q=sentinel',
    '/user-detail/sentinel-long-name',
    '/dashboard/txns/overview',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await quiet(page)
    for (const width of [320, 427, 428, 499, 500, 549, 550, 599, 600, 1099, 1100, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wider, `${path} at ${width}`).toBe(0)
    }
  }
})

test('[NAV-20] the primary colour is #3391ff', async ({ page }) => {
  await page.goto('/')
  const active = page.locator('[aria-current=page]')
  await expect(active).toBeVisible()
  expect(await active.evaluate((tab) => getComputedStyle(tab).borderLeftColor)).toBe('rgb(51, 145, 255)')
  const variable = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--portreeve-primary'),
  )
  expect(variable.trim()).toBe('#3391ff')
  await page.goto('/user-detail/sentinel-edit-13')
  await page.getByRole('button', { name: 'Block account' }).click()
  const primary = page.getByRole('dialog').getByRole('button', { name: 'Block' })
  expect(await primary.evaluate((button) => getComputedStyle(button).borderTopColor)).toBe(
    'rgb(51, 145, 255)',
  )
})

test('[NAV-22] /dashboard/orders/{id} is a page without a tab', async ({ page }) => {
  await page.goto('/dashboard/orders/some-id')
  await expect(page.getByRole('heading', { level: 1, name: 'Order' })).toBeVisible()
  expect(pathOf(page.url())).toBe('/dashboard/orders/some-id')
  await expect(page.locator('a[href*="/dashboard/orders"]')).toHaveCount(0)
  await expect(page.locator('[aria-current=page]')).toHaveCount(0)
})

test("[NAV-23] /dashboard/collections/new is not a collection with the id 'new'", async ({ page }) => {
  const calls = watchCalls(page)
  await page.goto('/dashboard/collections/new')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await quiet(page)
  expect(pathOf(page.url())).toBe('/dashboard/collections/new')
  expect(calls.map((call) => pathOf(call.url()))).not.toContain('/v1/admin/collections/new')
})

test('[NAV-24] exact routes do not match longer paths', async ({ page }) => {
  for (const path of [
    '/dashboard/txns/1/x',
    '/dashboard/orders/1/x',
    '/dashboard/pending_review/x',
    '/dashboard/moderating/x',
    '/dashboard/messages/x',
    '/dashboard/contentkw/x',
    '/dashboard/community/1/x',
    '/dashboard/collections/1/x',
  ]) {
    await page.goto(path)
    await expect(page.getByPlaceholder('Search Users')).toBeVisible()
    expect(pathOf(page.url()), path).toBe('/dashboard/users')
  }
})

test("the staff member's name and role are shown", async ({ page }) => {
  await page.goto('/')
  const side = page.getByRole('complementary', { name: 'Navigation' })
  await expect(side.getByText('Ada Admin')).toBeVisible()
  await expect(side.getByText('admin', { exact: true })).toBeVisible()
})

test('light and dark follow the system until a choice, and the choice stays', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await expect(page.getByPlaceholder('Search Users')).toBeVisible()
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(background).not.toBe(light)
  await page.getByRole('radiogroup', { name: 'Colours' }).getByText('Light').click()
  await expect.poll(background).toBe(light)
  await page.reload()
  await expect(page.getByPlaceholder('Search Users')).toBeVisible()
  expect(await background()).toBe(light)
})
