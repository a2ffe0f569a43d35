import { api } from '@portreeve/contract'
import type { Chargeback } from '@portreeve/contract/money/chargebacks'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showPart } from '../../shell/lists/desk-harness.tsx'
import { chargebackReason } from '../chargeback-words.ts'
import { AsSold } from './AsSold.tsx'
import { bandOf, type ChargebackFile } from './band.ts'
import { EvidenceForm } from './EvidenceForm.tsx'

const chargeback: Chargeback = {
  ...{ id: 'du_1', provider: 'stripe', transaction_id: 't1', transactions: ['t1'], state: 'needs_response' },
  ...{ reason: 'product_not_received', amount: 114_400, fee: 1_500, withdrawn: 114_400 },
  ...{ evidence_due_at: '2026-11-24T21:00:00.000Z', submitted_at: null, closed_at: null },
  ...{ created_at: '2026-11-20T02:05:00.000Z', title: 'A turntable', public_id: 'ABC' },
  ...{ buyer: null, seller: null },
}
const file = (change: Partial<Chargeback> = {}, more: Partial<ChargebackFile> = {}): ChargebackFile => ({
  chargeback: { ...chargeback, ...change },
  draft: null,
  composed: { product_description: 'A turntable, walnut', shipping_carrier: 'USPS' },
  submitted: null,
  sending: 'no',
  failure: null,
  ...more,
})
const now = new Date('2026-11-24T12:00:00Z')

it('the first sentence says what the chargeback needs now', () => {
  expect(bandOf(file(), now)).toEqual({
    tone: 'bad',
    words: 'The bank took back $1,144.00 and the fee of $15.00. Evidence is due in 9 hours.',
  })
  expect(bandOf(file({ evidence_due_at: '2026-11-30T12:00:00Z' }), now).tone).toBe('caution')
  expect(bandOf(file({ state: 'inquiry' }), now).words).toContain('it has taken nothing yet')
  expect(bandOf(file({}, { sending: 'pending' }), now).words).toBe(
    'The evidence is on its way to the provider.',
  )
  expect(bandOf(file({}, { sending: 'failed', failure: 'No such dispute' }), now).words).toContain(
    'failed: No such dispute.',
  )
  expect(bandOf(file({ state: 'under_review' }), now).tone).toBe('quiet')
  expect(bandOf(file({ state: 'won', closed_at: '2026-11-24T12:00:00Z' }), now).words).toMatch(
    /^Won: the bank/,
  )
  expect(bandOf(file({ state: 'lost', closed_at: '2026-11-24T12:00:00Z' }), now)).toMatchObject({
    tone: 'bad',
  })
})

it('a reason without words reads as its name', () => {
  expect(chargebackReason('product_not_received')).toBe('The item did not arrive')
  expect(chargebackReason('a_new_reason')).toBe('a new reason')
})

it('shows what is composed, saves an edit as a draft, and sends it as it is shown', async () => {
  const { user, sent } = showPart(<EvidenceForm file={file()} />, [
    [api.chargebacks.saveEvidence, { draft: {} }],
    [api.chargebacks.submitEvidence, { state: 'done' }],
  ])
  expect(await screen.findByText('2 of 11 fields filled, composed from our records')).toBeVisible()
  const carrier = screen.getByLabelText('Carrier')
  await user.clear(carrier)
  await user.type(carrier, 'UPS')
  expect(screen.getByRole('button', { name: 'Use our records for Carrier' })).toBeVisible()
  const evidence = { product_description: 'A turntable, walnut', shipping_carrier: 'UPS' }
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(sent.find(({ endpoint }) => endpoint === api.chargebacks.saveEvidence)?.body).toEqual({ evidence })
  await user.click(screen.getByRole('button', { name: 'Submit…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('region', { name: 'As the bank receives it' })).toHaveTextContent(
    'A turntable, walnut',
  )
  await user.click(dialog.getByRole('button', { name: 'Submit to the bank' }))
  expect(sent.some(({ endpoint }) => endpoint === api.chargebacks.submitEvidence)).toBe(true)
})

it('the files of the draft have their kinds: one is moved, one is removed, and what is left is sent', async () => {
  const stored = (id: string, size = 1000) => ({
    ...{ id, name: `${id}.pdf`, kind: 'pdf' as const, size, width: null, height: null },
  })
  const draft = { customer_name: 'Bo', files: { receipt: 'f1', uncategorized_file: 'f2' } }
  const { user, sent } = showPart(
    <EvidenceForm file={file({}, { draft, files: [stored('f1'), stored('f2', 4_500_000)] })} />,
    [[api.chargebacks.saveEvidence, { draft }]],
  )
  const save = () => screen.getByRole('button', { name: 'Save draft' })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The bank takes files of at most 4.5 MB together.',
  )
  await user.selectOptions(screen.getByLabelText('Kind of f1.pdf'), 'Anything else')
  expect(screen.getByRole('alert')).toHaveTextContent('Two files are of the same kind.')
  expect(save()).toHaveAttribute('aria-description', 'Two files are of the same kind.')
  await user.click(screen.getByRole('button', { name: 'Remove f2.pdf' }))
  expect(screen.queryByText('f2.pdf')).toBeNull()
  await user.click(save())
  const body = { evidence: { customer_name: 'Bo', files: { uncategorized_file: 'f1' } } }
  expect(sent.find(({ endpoint }) => endpoint === api.chargebacks.saveEvidence)?.body).toEqual(body)
})

it('a moderator reads the evidence and cannot send it', async () => {
  showPart(<EvidenceForm file={file()} />, [], 'moderator')
  await screen.findByRole('button', { name: 'Submit…' })
  await expect
    .poll(() => screen.getByRole('button', { name: 'Submit…' }).getAttribute('aria-description'))
    .toBe('Your role (moderator) may not open or resolve a dispute.')
  expect(screen.getByLabelText('Carrier')).toHaveAttribute('readonly')
})

it('says as of when the listing and the seller are known, and what has changed since, with the page as it was', async () => {
  const at = '2026-11-20T02:05:00.000Z'
  const known = { as_of: at, first_known: false, changed: [], gone_at: null, changed_unseen: null }
  showPart(
    <AsSold
      at={at}
      listing={{
        ...known,
        id: 'bike',
        changed: [
          { field: 'title', before: 'Road bike', after: 'Race bike' },
          { field: 'price', before: 25, after: 30 },
          { field: 'photosURL', before: ['a.jpg', 'b.jpg'], after: ['a.jpg'] },
        ],
        gone_at: '2026-11-22T09:00:00.000Z',
      }}
      seller={{ ...known, id: 'sam', as_of: '2026-11-21T10:00:00.000Z', first_known: true }}
    />,
    [],
  )
  const listing = await screen.findByRole('region', { name: 'Listing' })
  expect(listing).toHaveTextContent('It was deleted on November 22, 2026')
  expect(listing).toHaveTextContent(/titleRoad bike.*becameRace bike/)
  expect(listing).toHaveTextContent(/price\$25\.00.*became\$30\.00/)
  expect(listing).toHaveTextContent(/photosa\.jpg, b\.jpg.*becamea\.jpg/)
  const link = within(listing).getByRole('link', { name: 'As it was then' })
  expect(link.getAttribute('href')).toContain('/dashboard/listings/bike?at=')
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(at)
  const seller = screen.getByRole('region', { name: 'Seller' })
  expect(seller).toHaveTextContent(
    /Portreeve remembers this seller from November 21, 2026 .* on; this is its first known state\./,
  )
  expect(seller).toHaveTextContent('It has not changed since.')
})

it('says where nothing is left of the listing, and where its words at the sale are not stored', async () => {
  const at = '2026-10-29T16:31:00.000Z'
  const seller = {
    id: 'sam',
    as_of: at,
    first_known: false,
    changed: [],
    gone_at: null,
    changed_unseen: null,
  }
  const { unmount } = showPart(<AsSold at={at} listing={null} seller={seller} />, [])
  expect(await screen.findByText('Nothing is left of the listing.')).toBeVisible()
  unmount()
  const late = {
    ...seller,
    changed: [
      { field: 'price', before: 25, after: 30 },
      { field: 'price_as_smallest_currency_unit', before: 2499, after: 3099 },
    ],
    id: 'bike',
    first_known: true,
    changed_unseen: '2026-11-03T10:00:00.000Z',
  }
  showPart(<AsSold at={at} listing={late} seller={null} />, [])
  expect(
    await screen.findByText(
      /changed after the sale, on November 3, 2026.*Its words at the sale are not stored/,
    ),
  ).toBeVisible()
  expect(screen.getByRole('region', { name: 'Listing' })).toHaveTextContent(/price\$24\.99.*became\$30\.99$/)
})
