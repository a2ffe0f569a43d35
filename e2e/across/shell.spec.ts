import { expect, follow, quiet, test, watchCalls } from '../stack/test.ts'

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

test('addresses that are no page lead to the users, and the others to their own page', async ({ page }) => {
  const calls = watchCalls(page)
  const search = page.getByPlaceholder('Search Users')
  const heading = page.getByRole('heading', { level: 1 })

  await test.step('unknown paths lead to /dashboard/users (D-040), [NAV-01] as / does', async () => {
    await page.goto('/nowhere/at/all')
    await expect(search).toBeVisible()
    expect(pathOf(page.url())).toBe('/dashboard/users')
    await expect(page.getByText('There is no page /nowhere/at/all. These are the users.')).toBeVisible()
    for (const path of ['/', '/dashboard', '/dashboard/nothing']) {
      await follow(page, path)
      await expect(page, path).toHaveURL('/dashboard/users')
      await expect(search).toBeVisible()
    }
  })
  await test.step('[NAV-24] exact routes do not match longer paths', async () => {
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
      await follow(page, path)
      await expect(page, path).toHaveURL('/dashboard/users')
      await expect(search).toBeVisible()
    }
  })
  await test.step("[NAV-23] /dashboard/collections/new is not a collection with the id 'new'", async () => {
    await follow(page, '/dashboard/collections/new')
    await expect(search).toHaveCount(0)
    await expect(heading).toBeVisible()
    expect(pathOf(page.url())).toBe('/dashboard/collections/new')
  })
  await test.step('[NAV-22] /dashboard/orders/{id} is a page without a tab', async () => {
    await follow(page, '/dashboard/orders/some-id')
    await expect(page.getByRole('heading', { level: 1, name: 'Order' })).toBeVisible()
    expect(pathOf(page.url())).toBe('/dashboard/orders/some-id')
    await expect(page.locator('a[href*="/dashboard/orders"]')).toHaveCount(0)
    await expect(page.locator('[aria-current=page]')).toHaveCount(0)
    // Also later than the page of the new collection.
    expect(calls.map((call) => pathOf(call.url()))).not.toContain('/v1/admin/collections/new')
  })
})

test('the navigation: its tabs, the staff member, the way to each page', async ({ page }) => {
  const side = page.getByRole('complementary', { name: 'Navigation' })
  const main = side.getByRole('navigation', { name: 'Main' })
  await page.goto('/')

  await test.step('[NAV-03] the tabs in order, then Sign out', async () => {
    await expect(main.getByRole('link')).toHaveText(tabs.map(([label]) => label))
    // The pages about staff themselves come after them.
    const order = await side.locator('a, button').allTextContents()
    expect(order.slice(0, tabs.length + 1)).toEqual([...tabs.map(([label]) => label), 'Sign out'])
  })
  await test.step("[NAV-15] it is 200 px wide, and shows the staff member's name and role", async () => {
    expect((await side.boundingBox())?.width).toBe(200)
    await expect(side.getByText('Ada Admin')).toBeVisible()
    await expect(side.getByText('admin', { exact: true })).toBeVisible()
  })
  await test.step('[NAV-20] the primary colour is #3391ff', async () => {
    const active = page.locator('[aria-current=page]')
    await expect(active).toBeVisible()
    expect(await active.evaluate((tab) => getComputedStyle(tab, '::before').backgroundColor)).toBe(
      'rgb(51, 145, 255)',
    )
    const variable = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--brand'),
    )
    expect(variable.trim()).toBe('#3391ff')
  })

  /** The tab is highlighted, and only that one. */
  const expectHighlighted = async (label: string) => {
    await expect(page.locator('[aria-current=page]')).toHaveText([label])
    const colours = await main
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => [link.textContent, getComputedStyle(link).backgroundColor] as const),
      )
    const plain = colours.filter(([name]) => name !== label).map(([, colour]) => colour)
    expect(new Set(plain).size).toBe(1)
    expect(plain).not.toContain(colours.find(([name]) => name === label)?.[1])
  }
  await test.step('[NAV-02] [NAV-04, NAV-05, NAV-06, NAV-07, NAV-08, NAV-09, NAV-10, NAV-11, NAV-12] [NAV-14] each tab leads to its page, beside the navigation, and is highlighted', async () => {
    for (const [label, path, row] of [...tabs.slice(1), tabs[0]]) {
      await main.getByRole('link', { name: label, exact: true }).click()
      // The pointer on a link would change its colour.
      await page.mouse.move(640, 400)
      await expect(page, row).toHaveURL(path)
      await expect(main).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
      await expectHighlighted(label)
    }
  })
  await test.step('[NAV-14] a page below a tab has that tab', async () => {
    for (const [label, path] of [
      ['Orders', '/dashboard/txns/some-id'],
      ['Community', '/dashboard/community/some-id'],
      ['Collections', '/dashboard/collections/new'],
    ] as const) {
      await follow(page, path)
      await expectHighlighted(label)
    }
  })
  await test.step('[NAV-20] the button of a dialog has the primary colour', async () => {
    await follow(page, '/user-detail/sentinel-edit-13')
    await page.getByRole('button', { name: 'Block account' }).click()
    const primary = page.getByRole('dialog').getByRole('button', { name: 'Block' })
    expect(await primary.evaluate((button) => getComputedStyle(button).borderTopColor)).toBe(
      'rgb(51, 145, 255)',
    )
  })
})

test('the window: narrow, in light and dark, and its title', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/dashboard/messages')

  await test.step('[NAV-16] the navigation is hidden below 500 px, where a button opens the same list over the page', async () => {
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
    await expect(page).toHaveTitle('Portreeve Tools (dev)')
    await menu.click()
    await list.getByRole('link', { name: 'Users' }).click()
    await expect(list).toBeHidden()
    await expect(page).toHaveURL('/dashboard/users')
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await test.step('light and dark follow the system until a choice, and the choice stays', async () => {
    await expect(page.getByPlaceholder('Search Users')).toBeVisible()
    const light = await background()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(background).not.toBe(light)
    await page.getByRole('button', { name: 'Colours: auto' }).click()
    await expect.poll(background).toBe(light)
    await page.reload()
    await expect(page.getByPlaceholder('Search Users')).toBeVisible()
    expect(await background()).toBe(light)
  })
  await test.step('[NAV-17] [NAV-18] the title is the tools title, with (dev) in development only', async () => {
    await expect(page).toHaveTitle('Portreeve Tools (dev)')
    await page.evaluate(() => localStorage.setItem('isProdEnv', 'true'))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'SIGN IN TO YOUR ACCOUNT' })).toBeVisible()
    await expect(page).toHaveTitle('Portreeve Tools')
  })
})

test('[NAV-19] nothing is wider than the window on either side of any breakpoint @slow', async ({ page }) => {
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
