import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BackendProvider } from '../../data/backend.tsx'
import { createQueries } from '../../data/queries.ts'
import { Cells } from './Cells.tsx'
import { PostCell } from './PostCell.tsx'

const post = {
  key: 'a b',
  title: 'Bike',
  description: 'Red.',
  price: 25,
  creationDate: '2024-01-05T15:04:00Z',
}
/** A server of the spec alone. */
const call = async () => Promise.reject(new Error('no such call'))
const show = (cell: React.ReactNode, links: object = { listing: 'https://m.test/posts/{id}' }) => {
  render(
    <MantineProvider env="test">
      <BackendProvider backend={{ call, environment: { links } } as never}>
        <QueryClientProvider client={createQueries()}>
          <Cells label="posts">{cell}</Cells>
        </QueryClientProvider>
      </BackendProvider>
    </MantineProvider>,
  )
  return within(screen.getByRole('listitem'))
}

it('[REV-38] holds accessory buttons', () => {
  const cell = show(
    <PostCell post={post}>
      <button type="button">Add</button>
      <button type="button">Remove</button>
    </PostCell>,
  )
  expect(cell.getAllByRole('button').map((one) => one.textContent)).toEqual(['Add', 'Remove'])
})

it('shows no date and price if `brief`', () => {
  const cell = show(<PostCell post={{ key: 'a', title: null }} brief />)
  expect(cell.getByRole('link', { name: 'null' })).toBeVisible()
  expect(screen.getByRole('listitem')).toHaveTextContent(/^null$/)
})

it('is no link if the environment has no address of the public page', () => {
  const cell = show(<PostCell post={post} />, {})
  expect(cell.queryByRole('link')).toBeNull()
  expect(cell.getByText('Bike')).toBeVisible()
  expect(cell.getByText('$25.00')).toBeVisible()
})
