import { expect, named, test, watchCalls, withoutLive } from '../../stack/test.ts'
import { goOn, shortUtc } from './person.ts'
import { cells, of, section, sections, tabs } from './sections.ts'

const uid = 'sentinel-account'

test('the tabs are gone through: by link, by address, and back', async ({ page }) => {
  const current = sections(page).locator('[aria-current]')
  // What a colleague does meanwhile must not fetch anything again.
  await withoutLive(page)
  const calls = watchCalls(page)
  await page.goto(`/user-detail/${uid}`)

  await test.step('[ACC-01] [ACC-07] [ACC-10] [ACC-11] the sections of the Account tab, in their order', async () => {
    await expect(page.getByRole('heading', { name: 'Denied Listings (2)' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Posts (3)' })).toBeVisible()
    await expect(page.getByRole('figure', { name: 'Linked accounts' })).toBeVisible()
    await expect(page.locator('main h2')).toHaveText([
      ...['Verification codes', 'Purchases', 'Sales', 'Associated Accounts'],
      'Associated Accounts by IP Address (Not banned if associated)',
      ...['Posts (3)', 'Denied Listings (2)'],
    ])
  })
  await test.step('[API-19] [API-20] [API-22] [API-26] each section fetches once, and nothing is fetched twice', async () => {
    for (const [name, count] of [
      ['Associated Accounts', 2],
      ['Associated Accounts by IP Address (Not banned if associated)', 1],
    ] as const)
      await expect(page.getByRole('table', { name, exact: true }).locator('tbody tr')).toHaveCount(count)
    await expect(page.getByRole('region', { name: 'Ban Reasons' })).toContainText('None')
    await expect(current).toHaveText('Account')
    await expect(current).toHaveAttribute('aria-current', 'true')
    await sections(page).getByRole('link', { name: 'Devices' }).click()
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    await expect(page.getByText('NOT VERIFIED')).toBeVisible()
    expect(calls.map(named).sort()).toEqual(
      [
        'GET /v1/staff/me',
        'GET /v1/staff/me/settings',
        // One for each list of posts
        ...Array(2).fill('GET /v1/admin/notes/listing'),
        `GET ${of(uid)}`,
        `GET ${of(uid, '/overview')}`,
        `GET /v1/admin/notes/user/${uid}`,
        `GET ${of(uid, '/user_reports')}`,
        `GET ${of(uid, '/ban_reasons')}`,
        `GET ${of(uid, '/measures')}`,
        `GET /v1/admin/${uid}/verification_codes`,
        `GET ${of(uid, '/transactions')}`,
        'GET /v1/admin/orders/marks',
        ...Array(3).fill('GET /v1/admin/user_search'),
        `GET ${of(uid, '/linked_accounts')}`,
        `GET /v1/users/${uid}/posts`,
        `GET ${of(uid, '/posts/denied')}`,
        `GET /v1/admin/devices/${uid}`,
        // Once for the actions and the panels of apps
        'GET /v1/admin/extensions/offered/user',
        `GET /v1/admin/extension_values/user/${uid}`,
      ].sort(),
    )
  })
  await test.step('[UDT-89] [UDT-90] [UDT-102] they are links, and choosing one sets the hash of the address', async () => {
    const bar = sections(page)
    await expect(bar.getByRole('link')).toHaveText(Object.values(tabs))
    for (const [hash, label] of Object.entries(tabs).reverse()) {
      await bar.getByRole('link', { name: label, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/user-detail/${uid}#${hash}$`))
      await expect(current).toHaveText(label)
    }
  })
  await test.step('[UDT-89] [UDT-90] Back goes to the tab before', async () => {
    await expect(page.getByRole('heading', { name: 'Purchases' })).toBeVisible()
    await sections(page).getByRole('link', { name: 'Devices' }).click()
    await expect(page).toHaveURL(/#devices$/)
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Purchases' })).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Purchases' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Devices' })).toHaveCount(0)
  })

  await test.step('[UDT-88] [UDT-89] [UDT-90] each hash has its tab, none and an unknown one the Account tab (D-038), and exactly one is shown', async () => {
    for (const [hash, label] of [
      ...Object.entries(tabs).reverse(),
      ['nothing', 'Account'],
      ['devices', 'Devices'],
      ['', 'Account'],
    ] as const) {
      await goOn(page, uid, hash && `#${hash}`)
      await expect(sections(page).locator('[aria-current]')).toHaveText(label)
      await expect(page.getByRole('region', { name: label, exact: true })).toBeVisible()
      const shown = await page
        .locator('main > section')
        .evaluateAll((panels) => panels.map((panel) => panel.getAttribute('aria-label')))
      expect(shown).toEqual([label])
    }
  })
})

test('the tabs of a person with nothing: empty states, and no search for nothing @slow', async ({ page }) => {
  const calls = watchCalls(page)
  await page.goto('/user-detail/sentinel-nulls')

  await test.step('[ACC-02] no section of codes without codes', async () => {
    await expect(page.getByRole('heading', { name: 'Denied Listings (0)' })).toBeVisible()
    for (const words of ['No purchases.', 'No sales.', 'No posts.', 'No denied listings.'])
      await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByText('No items.')).toHaveCount(2)
    await expect(page.getByRole('heading', { name: 'Verification codes' })).toHaveCount(0)
    // D-044: an empty term would list everybody.
    expect(calls.map(named)).not.toContain('GET /v1/admin/user_search')
    await expect(page.getByRole('figure', { name: 'Linked accounts' })).toHaveCount(0)
  })
  await test.step('[DEV-09] [PRM-03] no devices, listings and promoted posts', async () => {
    for (const [hash, words] of [
      ['devices', 'No devices.'],
      ['listings', 'No listings.'],
      ['promoted_posts', 'No promoted posts.'],
    ] as const) {
      await goOn(page, 'sentinel-nulls', `#${hash}`)
      await expect(page.getByText(words)).toBeVisible()
    }
  })
  await test.step("[ACC-19] 'temp' is not searched as a telephone number", async () => {
    await goOn(page, 'sentinel-phone-temp')
    await expect(page.getByText('No items.')).toHaveCount(2)
    const terms = calls
      .filter((call) => named(call) === 'GET /v1/admin/user_search')
      .map((call) => new URL(call.url()).searchParams.get('search_term'))
    expect(terms).toHaveLength(2)
    expect(terms).not.toContain('temp')
  })
})

test('devices, promoted posts, codes, purchases and sales are read; a sale is opened', async ({ page }) => {
  const calls = watchCalls(page)
  const body = (name: string) => calls.filter((call) => named(call) === name).map((call) => call.postData())
  // An address of a tab opened directly.
  await page.goto(`/user-detail/${uid}#devices`)

  await test.step('[DEV-01] [DEV-02] [DEV-03] [DEV-04] [DEV-05] [DEV-06] [API-24] code, date, verification status, and retry if unverified', async () => {
    const devices = page.getByRole('list', { name: 'Devices', exact: true }).getByRole('listitem')
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    const verified = devices.filter({ hasText: '200001' })
    await expect(verified.getByText('VERIFIED', { exact: true })).toBeVisible()
    await expect(verified.locator('time')).toHaveText(shortUtc)
    await expect(verified.getByRole('button')).toHaveCount(0)
    const other = devices.filter({ hasText: '200002' })
    await expect(other.getByText('NOT VERIFIED', { exact: true })).toBeVisible()
    await expect(other).toContainText('null')
    await expect(other.getByRole('button', { name: 'Resend verification' })).toBeVisible()
    expect(body(`GET /v1/admin/devices/${uid}`)).toEqual([null])
  })
  const posts = page.getByRole('list', { name: 'Promoted Posts', exact: true }).getByRole('listitem')
  await test.step('[PRM-01] [PRM-04] [PRM-05] [PRM-06] [PRM-07] [PRM-08] [PRM-09] [PRM-10] [PRM-13] [API-23] a promoted post', async () => {
    await goOn(page, uid, '#promoted_posts')
    await expect(page.getByRole('heading', { name: 'Promoted Posts' })).toBeVisible()
    const one = posts.filter({ hasText: 'Sentinel Account 1' })
    const picture = one.locator('a:has(img)')
    const address = 'https://marketplace.example/posts/sentinel-account-1'
    await expect(picture).toHaveAttribute('href', address)
    await expect(one.getByRole('link', { name: 'Sentinel Account 1' })).toHaveAttribute('href', address)
    await expect(picture.locator('img')).toHaveAttribute(
      'src',
      /^http:\/\/[^/]+\/images\/listings\/bike-sentinel0003\/thumb\.svg$/,
    )
    await expect(one.locator('time')).toHaveText([shortUtc, shortUtc, shortUtc])
    await expect(one).toContainText(/Promotion\d.* UTC to \d.* UTCSubmitted for approval\d.* UTC\$25\.00/)
    const refund = one.getByRole('link', { name: 'Refund' })
    await expect(refund).toHaveAttribute('href', /\/payments\/ch_sentinel1$/)
    await expect(refund).toHaveAttribute('target', '_blank')
    expect(body(`GET ${of(uid, '/promoted_post_requests')}`)).toEqual([null])
  })
  await test.step('[PRM-11] no Refund without a charge; missing values are named', async () => {
    const two = posts.filter({ hasText: 'Sentinel Account 2' })
    await expect(two).toContainText('null to null')
    await expect(two).toContainText('NA')
    await expect(two.getByRole('link', { name: 'Refund' })).toHaveCount(0)
    await expect(two.locator('[data-missing-picture]')).toBeVisible()
  })

  await goOn(page, uid)

  await test.step('[ACC-02] [ACC-03] [ACC-04] code, date and a delete icon', async () => {
    const codes = cells(page, 'Verification codes')
    await expect(codes).toHaveCount(2)
    const first = codes.filter({ hasText: '100001' })
    await expect(first.locator('time')).toHaveText(shortUtc)
    await expect(first.getByRole('button', { name: 'Delete verification code 100001' })).toBeVisible()
    await expect(codes.filter({ hasText: '100002' })).toContainText('not a date')
  })
  await test.step("[ACC-07] [ACC-08] [API-22] one call, split by the person's side", async () => {
    const titles = (name: string) => section(page, name).locator('a[href^="/dashboard/txns/"]')
    await expect(titles('Purchases')).toHaveText(['Account Sale 2', 'Account Sale 1'])
    await expect(titles('Sales')).toHaveText(['Account Sale 5', 'null', 'Account Sale 3'])
    const path = `GET ${of(uid, '/transactions')}`
    expect(calls.map(named).filter((name) => name === path)).toHaveLength(1)
  })
  await test.step('a cell: picture, title, price, date, status; all of it is the link (D-042)', async () => {
    const sale = cells(page, 'Sales').filter({ hasText: 'Account Sale 3' })
    for (const words of ['Complete', 'Delivered', '$10.03']) await expect(sale).toContainText(words)
    await expect(sale.locator('time')).toHaveText(/^\d\d\/\d{1,2}\/\d\d \d{1,2}:\d\d[ap]m$/)
    await expect(sale.locator('img')).toHaveAttribute(
      'src',
      /\/images\/listings\/bike-sentinel0003\/thumb\.svg$/,
    )
    await expect(sale.getByRole('link', { name: 'Sentinel Account Twin' })).toHaveAttribute(
      'href',
      '/user-detail/sentinel-account-twin',
    )
    // Values without a name (D-054), and no picture.
    const odd = cells(page, 'Sales').nth(1)
    await expect(odd).toHaveText(/^nullnullnullTo null\$10\.04/)
    await expect(odd.locator('[data-missing-picture]')).toBeVisible()
    await sale.click({ position: { x: 20, y: 20 } })
    await expect(page).toHaveURL('/dashboard/txns/sentinel-account-txn-3')
  })
})
