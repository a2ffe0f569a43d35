/** What an import needs of the server's settings. */
export const importSettings = {
  secret: 'a secret of thirty-two characters',
  secretsBefore: [],
  payoutDelay: 0,
  currency: 'USD',
}
