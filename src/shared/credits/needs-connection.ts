export const needsConnection =
  'You need a connection to reveal details. We’ll never spend credits later without asking.'
