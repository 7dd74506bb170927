/** The format of the baked database; increased by one when the tables change in a way that older code cannot read. */
export const FORMAT = 27

/** The name under which `singles` has when records that were on file were verified, by id. */
export const VERIFIED = 'verified'
