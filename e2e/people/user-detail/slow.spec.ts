import { answered, expect, named, slowNetwork, test, watchCalls } from '../../stack/test.ts'
import { field, goOn, of, press } from './person.ts'
import { section } from './sections.ts'

test('a slow server: loading is shown, differs from empty, and delays nothing else @slow', async ({
  page,
}) => {
  const uid = 'sentinel-slow'
  const calls = watchCalls(page)
  const loading = page.getByText('Downloading...')

  await test.step("[UDT-74] [UDT-75] [UDT-94] [API-13] ban reasons load once, after the person, and show 'Downloading...' until then", async () => {
    const answer = answered(page, `GET ${of(uid)}`)
    await page.goto(`/user-detail/${uid}`)
    await answer
    expect(calls.map(named).filter((name) => name.endsWith('ban_reasons'))).toEqual([])
    await expect(loading).toBeVisible()
    await expect(loading).toHaveCount(0)
    const names = calls.map(named)
    expect(names.filter((name) => name === `GET ${of(uid, '/ban_reasons')}`)).toHaveLength(1)
    expect(names.filter((name) => name === `GET ${of(uid)}`)).toHaveLength(1)
  })
  await test.step('[UDT-83] [UDT-87] while redeeming a spinner replaces the button', async () => {
    const card = page.getByRole('region', { name: 'Redeem A Gift Card' })
    await field(page, 'Gift card code').fill('NO-SUCH-CARD')
    await press(page, 'Redeem')
    await expect(card.getByLabel('Loading')).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
    await expect(card.getByRole('alert')).toHaveCount(0)
    await expect(card.getByRole('alert')).toHaveText('No such gift card')
    await expect(card.getByLabel('Loading')).toHaveCount(0)
    await expect(card.getByRole('button', { name: 'Redeem' })).toBeVisible()
  })
  await test.step("[MSG-10] [MSG-11] conversations: 'Downloading...', then 'No Conversations' without any", async () => {
    await goOn(page, uid, '#messages')
    await expect(loading.last()).toBeVisible()
    await expect(page.getByText('No Conversations')).toHaveCount(0)
    await expect(page.getByText('No Conversations')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Inbox' }).getByText('Downloading...')).toHaveCount(0)
  })
  await test.step('[PRM-02] promoted posts: loading is shown, and differs from empty', async () => {
    await goOn(page, uid, '#promoted_posts')
    const spinner = section(page, 'Promoted Posts').last().getByRole('status', { name: 'Loading' })
    await expect(spinner).toBeVisible()
    await expect(page.getByText('No promoted posts.')).toHaveCount(0)
    await expect(page.getByText('No promoted posts.')).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  })
  await test.step('[UDT-42] a switch changes before the server answers', async () => {
    const control = page.getByRole('switch', { name: 'Store Behavior' })
    const before = await control.isChecked()
    const answer = answered(page, `PATCH ${of(uid)}`)
    let isAnswered = false
    void answer.then(() => {
      isAnswered = true
    })
    const usual = await slowNetwork(page, 10_000)
    await control.click()
    await expect(control).toBeChecked({ checked: !before, timeout: 5000 })
    expect(isAnswered).toBe(false)
    await usual()
    const refetched = answered(page, `GET ${of(uid)}`)
    await answer
    await expect(control).toBeChecked({ checked: !before })
    await (await refetched).finished()
    await expect(control).toBeChecked({ checked: !before })
  })
})

test('a slow section delays no other @slow', async ({ page }) => {
  const uid = 'sentinel-tabs-slow'
  const posts = page.getByRole('region', { name: /^Posts/ })
  const spinner = posts.getByRole('status', { name: 'Loading' })
  const late = answered(page, `GET ${of(uid, '/transactions')}`)
  await page.goto(`/user-detail/${uid}`)
  await expect(spinner).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Denied Listings (0)' })).toBeVisible()
  await expect(section(page, 'Associated Accounts').getByText('No items.')).toBeVisible()
  // Loading is not empty.
  await expect(section(page, 'Purchases').getByText('No purchases.')).toHaveCount(0)
  await late
  await expect(section(page, 'Purchases').getByText('No purchases.')).toBeVisible()

  await test.step('[ACC-24] a spinner while the posts load; on Refresh the old posts stay until then', async () => {
    await expect(page.getByRole('heading', { name: 'Posts (1)' })).toBeVisible()
    await expect(spinner).toHaveCount(0)
    await page.getByRole('button', { name: 'Refresh Posts' }).click()
    await expect(spinner).toBeVisible()
    await expect(posts.getByRole('listitem')).toHaveCount(1)
    await expect(spinner).toHaveCount(0)
  })
})
