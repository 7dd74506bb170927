// Generated from the contract of the service by `npm run generate`. Do not edit.

/** The lists of the service, by their name in the client. */
export const LISTS = {
  "states": {
    "path": "/api/v1/states",
    "limitMax": 50,
    "singlePath": "/api/v1/states/{code}"
  },
  "awards": {
    "path": "/api/v1/awards",
    "limitMax": 500,
    "singlePath": "/api/v1/awards/{id}"
  },
  "documents": {
    "path": "/api/v1/documents",
    "limitMax": 100,
    "singlePath": "/api/v1/documents/{id}"
  },
  "opportunities": {
    "path": "/api/v1/opportunities",
    "limitMax": 100,
    "singlePath": "/api/v1/opportunities/{id}"
  },
  "events": {
    "path": "/api/v1/events",
    "limitMax": 100,
    "singlePath": "/api/v1/events/{id}"
  },
  "activities": {
    "path": "/api/v1/activities",
    "limitMax": 500,
    "singlePath": "/api/v1/activities/{id}"
  },
  "commitments": {
    "path": "/api/v1/commitments",
    "limitMax": 500,
    "singlePath": null
  },
  "changes": {
    "path": "/api/v1/activity",
    "limitMax": 100,
    "singlePath": null
  },
  "coverage": {
    "path": "/api/v1/coverage",
    "limitMax": 60,
    "singlePath": null
  },
  "allotments": {
    "path": "/api/v1/allotments",
    "limitMax": 500,
    "singlePath": null
  }
} as const
