// Generated from the contract of the service by `npm run generate`. Do not edit.

import type { ListCommand } from './command.ts'

export const COMMANDS: readonly ListCommand[] = [
  {
    "name": "states",
    "summary": "state summaries",
    "description": "One summary for each of the 50 states, by name. count is the number of states in the response. Formats: JSON (.json), NDJSON (.ndjson), CSV (.csv). Choose one with an extension in the path or its media type in Accept. Order: name ascending, then id.",
    "filters": [
      {
        "name": "region",
        "description": "HHS region number, 1 to 10, or a comma-separated list of numbers.",
        "kind": "list",
        "values": [
          "1",
          "2",
          "3",
          "4",
          "5",
          "6",
          "7",
          "8",
          "9",
          "10"
        ]
      },
      {
        "name": "ids",
        "description": "Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored.",
        "kind": "list",
        "values": []
      },
      {
        "name": "updatedSince",
        "description": "Only records whose updatedAt is strictly after this ISO 8601 timestamp, oldest first. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "includeRemoved",
        "description": "true also returns records that are no longer published, as {id, removedAt, reason, mergedInto}, in the order of updatedSince. Only the filters state and updatedSince apply to them.",
        "kind": "flag",
        "values": []
      },
      {
        "name": "sort",
        "description": "Comma-separated fields to sort by, with a minus sign for descending order: name, code, region, cahCount, documents, totalAwardByState, awardPerRuralResident, awardTotal, awards, awardeeCount, lastActivity. Nulls come last, and ties are sorted by id.",
        "kind": "list",
        "values": [
          "name",
          "-name",
          "code",
          "-code",
          "region",
          "-region",
          "cahCount",
          "-cahCount",
          "documents",
          "-documents",
          "totalAwardByState",
          "-totalAwardByState",
          "awardPerRuralResident",
          "-awardPerRuralResident",
          "awardTotal",
          "-awardTotal",
          "awards",
          "-awards",
          "awardeeCount",
          "-awardeeCount",
          "lastActivity",
          "-lastActivity"
        ]
      },
      {
        "name": "fields",
        "description": "The fields of each record to return, comma-separated.",
        "kind": "list",
        "values": [
          "code",
          "name",
          "region",
          "cahCount",
          "summary",
          "sources",
          "siteUrl",
          "documents",
          "totalAwardByState",
          "awardPerRuralResident",
          "awardTotal",
          "awards",
          "awardAmountsKnown",
          "awardeeCount",
          "lastActivity",
          "updatedAt"
        ]
      },
      {
        "name": "facets",
        "description": "Comma-separated filters whose values to count over all matching records: region.",
        "kind": "list",
        "values": [
          "region"
        ]
      },
      {
        "name": "include",
        "description": "detail adds the response of the single record's endpoint to each record as detail.",
        "kind": "list",
        "values": [
          "detail"
        ]
      },
      {
        "name": "bom",
        "description": "true adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8.",
        "kind": "flag",
        "values": []
      }
    ],
    "limit": {
      "default": 50,
      "max": 50
    },
    "single": "Two-letter state code, case-insensitive.",
    "columns": [
      "code",
      "name",
      "region",
      "cahCount",
      "summary",
      "sources",
      "siteUrl",
      "documents",
      "totalAwardByState",
      "awardPerRuralResident",
      "awardTotal",
      "awards",
      "awardAmountsKnown",
      "awardeeCount",
      "lastActivity",
      "updatedAt"
    ],
    "singleColumns": [
      "code",
      "name",
      "region",
      "cahCount",
      "summary",
      "sources",
      "documents",
      "totalAwardByState",
      "awardPerRuralResident",
      "awardTotal",
      "awards",
      "awardAmountsKnown",
      "awardeeCount",
      "lastActivity",
      "population",
      "ruralPercent",
      "sites.url",
      "sites.label",
      "contact",
      "portals.label",
      "portals.url",
      "activities",
      "awardYears.fiscalYear",
      "awardYears.total",
      "awardYears.awards",
      "awardYears.awardAmountsKnown",
      "awardYears.awardees.name",
      "awardYears.awardees.total",
      "awardYears.awardees.awards",
      "awardYears.awardees.awardAmountsKnown",
      "recentDocuments.id",
      "recentDocuments.title",
      "recentDocuments.fileType",
      "recentDocuments.category",
      "recentDocuments.fiscalYear",
      "recentDocuments.award",
      "recentDocuments.highlights",
      "recentDocuments.url",
      "recentDocuments.published",
      "recentDocuments.discovered",
      "updatedAt"
    ]
  },
  {
    "name": "awards",
    "summary": "award rows",
    "description": "Awards to organizations by states, or directly by federal agencies: verified rows without duplicates, and on request those that are on file but not verified. Formats: JSON (.json), NDJSON (.ndjson), CSV (.csv). Choose one with an extension in the path or its media type in Accept. Order: fiscalYear descending, federalAmount descending, then id.",
    "filters": [
      {
        "name": "state",
        "description": "Two-letter state code, or a comma-separated list of codes; none for records of national scope.",
        "kind": "list",
        "values": [
          "AK",
          "AL",
          "AR",
          "AZ",
          "CA",
          "CO",
          "CT",
          "DE",
          "FL",
          "GA",
          "HI",
          "IA",
          "ID",
          "IL",
          "IN",
          "KS",
          "KY",
          "LA",
          "MA",
          "MD",
          "ME",
          "MI",
          "MN",
          "MO",
          "MS",
          "MT",
          "NC",
          "ND",
          "NE",
          "NH",
          "NJ",
          "NM",
          "NV",
          "NY",
          "OH",
          "OK",
          "OR",
          "PA",
          "RI",
          "SC",
          "SD",
          "TN",
          "TX",
          "UT",
          "VA",
          "VT",
          "WA",
          "WI",
          "WV",
          "WY",
          "NONE"
        ]
      },
      {
        "name": "scope",
        "description": "STATE for records of a state, NATIONAL for records of national scope.",
        "kind": "list",
        "values": [
          "STATE",
          "NATIONAL"
        ]
      },
      {
        "name": "fiscalYear",
        "description": "Fiscal year, matched partially: 2026 and FY2026 find FY2026, 202 finds FY2024 and FY2026.",
        "kind": "text",
        "values": []
      },
      {
        "name": "awardee",
        "description": "Part of the awardee's name. Case and accents are ignored.",
        "kind": "text",
        "values": []
      },
      {
        "name": "awardeeName",
        "description": "Alias of awardee. Send only one of them.",
        "kind": "text",
        "values": []
      },
      {
        "name": "verification",
        "description": "VERIFIED, the default; UNVERIFIED for rows that are on file but not verified; ALL for both. Unverified rows are part of no sum.",
        "kind": "list",
        "values": [
          "VERIFIED",
          "UNVERIFIED",
          "ALL"
        ],
        "fallback": "VERIFIED"
      },
      {
        "name": "recipientKind",
        "description": "Kind of recipient, or a comma-separated list of kinds.",
        "kind": "list",
        "values": [
          "HOSPITAL",
          "FQHC",
          "RURAL_CLINIC",
          "BEHAVIORAL_HEALTH",
          "LONG_TERM_CARE",
          "EMS",
          "PUBLIC_HEALTH",
          "TRIBAL",
          "UNIVERSITY",
          "SCHOOL",
          "COUNTY",
          "CITY",
          "STATE_AGENCY",
          "NONPROFIT",
          "COMPANY",
          "OTHER"
        ]
      },
      {
        "name": "county",
        "description": "County or county equivalent, with or without the word County; also finds awards that serve it among others. Combine it with state: counties of several states have the same name.",
        "kind": "text",
        "values": []
      },
      {
        "name": "near",
        "description": "County or county equivalent with its state, such as Hall County, NE. Only awards with a known county whose center is at most within miles away from its center.",
        "kind": "text",
        "values": []
      },
      {
        "name": "within",
        "description": "Miles around the county of near, in a straight line; 50 by default, 0 for the county itself.",
        "kind": "text",
        "values": []
      },
      {
        "name": "q",
        "description": "Keyword search in awardee, project, initiative, description, county and state. All words must occur; supports \"a phrase\", prefix* and -excluded. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "amountMin",
        "description": "Only records whose federalAmount is known and at least this, in US dollars.",
        "kind": "text",
        "values": []
      },
      {
        "name": "amountMax",
        "description": "Only records whose federalAmount is known and at most this, in US dollars.",
        "kind": "text",
        "values": []
      },
      {
        "name": "category",
        "description": "Legacy program category, or a comma-separated list of categories.",
        "kind": "list",
        "values": [
          "EMS_DEVELOPMENT",
          "POPULATION_HEALTH",
          "WORKFORCE",
          "HEALTH_INFORMATION_TECHNOLOGY",
          "NETWORK_DEVELOPMENT",
          "QUALITY_IMPROVEMENT",
          "FINANCE",
          "OTHER"
        ]
      },
      {
        "name": "programCategory",
        "description": "Program category (canonical ID or legacy alias), or a comma-separated list of categories.",
        "kind": "list",
        "values": [
          "CARE_ACCESS_COORDINATION",
          "EMS_MOBILE_INTEGRATED_HEALTH",
          "BEHAVIORAL_HEALTH",
          "MATERNAL_CHILD_FAMILY_HEALTH",
          "CHRONIC_DISEASE_PREVENTION",
          "COMMUNITY_POPULATION_HEALTH",
          "WORKFORCE_DEVELOPMENT",
          "HEALTH_IT_DATA_INTEROPERABILITY",
          "NETWORK_REGIONAL_COLLABORATION",
          "QUALITY_PATIENT_SAFETY",
          "EMERGENCY_PREPAREDNESS_RESILIENCE",
          "RURAL_INFRASTRUCTURE_CAPITAL",
          "FINANCIAL_SUSTAINABILITY_REIMBURSEMENT",
          "PROGRAM_ADMIN_EVALUATION",
          "OTHER_UNCLASSIFIED",
          "EMS_DEVELOPMENT",
          "POPULATION_HEALTH",
          "WORKFORCE",
          "HEALTH_INFORMATION_TECHNOLOGY",
          "NETWORK_DEVELOPMENT",
          "QUALITY_IMPROVEMENT",
          "FINANCE",
          "OTHER"
        ]
      },
      {
        "name": "ids",
        "description": "Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored.",
        "kind": "list",
        "values": []
      },
      {
        "name": "updatedSince",
        "description": "Only records whose updatedAt is strictly after this ISO 8601 timestamp, oldest first. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "includeRemoved",
        "description": "true also returns records that are no longer published, as {id, removedAt, reason, mergedInto}, in the order of updatedSince. Only the filters state and updatedSince apply to them.",
        "kind": "flag",
        "values": []
      },
      {
        "name": "cursor",
        "description": "Replaces page: nextCursor of the previous page, with the same filters and sort order. 409 CURSOR_EXPIRED if the last record of that page has changed since.",
        "kind": "text",
        "values": []
      },
      {
        "name": "sort",
        "description": "Comma-separated fields to sort by, with a minus sign for descending order: state, fiscalYear, awardeeName, federalAmount, matchAmount, activityType, awardDate. Nulls come last, and ties are sorted by id.",
        "kind": "list",
        "values": [
          "state",
          "-state",
          "fiscalYear",
          "-fiscalYear",
          "awardeeName",
          "-awardeeName",
          "federalAmount",
          "-federalAmount",
          "matchAmount",
          "-matchAmount",
          "activityType",
          "-activityType",
          "awardDate",
          "-awardDate"
        ]
      },
      {
        "name": "fields",
        "description": "The fields of each record to return, comma-separated.",
        "kind": "list",
        "values": [
          "id",
          "state",
          "stateName",
          "fiscalYear",
          "awardeeName",
          "recipientKind",
          "ccn",
          "county",
          "place",
          "federalAmount",
          "matchAmount",
          "activityType",
          "programCategories",
          "programCategoryEvidence",
          "projectTitle",
          "initiative",
          "programDescription",
          "awardDate",
          "awardStage",
          "verification",
          "verificationLacks",
          "verificationBasis",
          "remark",
          "sourceDocument",
          "sourceLine",
          "sourceUrl",
          "updatedAt"
        ]
      },
      {
        "name": "facets",
        "description": "Comma-separated filters whose values to count over all matching records: state, scope, fiscalYear, verification, recipientKind, county, category, programCategory.",
        "kind": "list",
        "values": [
          "state",
          "scope",
          "fiscalYear",
          "verification",
          "recipientKind",
          "county",
          "category",
          "programCategory"
        ]
      },
      {
        "name": "bom",
        "description": "true adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8.",
        "kind": "flag",
        "values": []
      }
    ],
    "limit": {
      "default": 100,
      "max": 500
    },
    "single": "Id of the award, or of a duplicate row.",
    "columns": [
      "id",
      "state",
      "stateName",
      "fiscalYear",
      "awardeeName",
      "recipientKind",
      "ccn",
      "county",
      "place",
      "federalAmount",
      "matchAmount",
      "activityType",
      "programCategories",
      "programCategoryEvidence.category",
      "programCategoryEvidence.source",
      "programCategoryEvidence.matchedTerms",
      "programCategoryEvidence.taxonomyVersion",
      "projectTitle",
      "initiative",
      "programDescription",
      "awardDate",
      "awardStage",
      "verification",
      "verificationLacks",
      "verificationBasis",
      "remark",
      "sourceDocument.id",
      "sourceDocument.title",
      "sourceDocument.fileType",
      "sourceDocument.url",
      "sourceLine",
      "sourceUrl",
      "updatedAt"
    ],
    "singleColumns": [
      "id",
      "state",
      "stateName",
      "fiscalYear",
      "awardeeName",
      "recipientKind",
      "ccn",
      "county",
      "place",
      "federalAmount",
      "matchAmount",
      "activityType",
      "programCategories",
      "programCategoryEvidence.category",
      "programCategoryEvidence.source",
      "programCategoryEvidence.matchedTerms",
      "programCategoryEvidence.taxonomyVersion",
      "projectTitle",
      "initiative",
      "programDescription",
      "awardDate",
      "awardStage",
      "verification",
      "verificationLacks",
      "verificationBasis",
      "remark",
      "sourceDocument.id",
      "sourceDocument.title",
      "sourceDocument.fileType",
      "sourceDocument.url",
      "sourceLine",
      "sourceUrl",
      "updatedAt"
    ]
  },
  {
    "name": "documents",
    "summary": "documents with extracted fields",
    "description": "Documents of the program, most recently discovered first. For active solicitations with structured deadlines, use opportunities. Formats: JSON (.json), NDJSON (.ndjson), CSV (.csv), Atom (.atom), JSON Feed (.jsonfeed). Choose one with an extension in the path or its media type in Accept. Default order: discovered descending, then id.",
    "filters": [
      {
        "name": "state",
        "description": "Two-letter state code, or a comma-separated list of codes; none for records of national scope.",
        "kind": "list",
        "values": [
          "AK",
          "AL",
          "AR",
          "AZ",
          "CA",
          "CO",
          "CT",
          "DE",
          "FL",
          "GA",
          "HI",
          "IA",
          "ID",
          "IL",
          "IN",
          "KS",
          "KY",
          "LA",
          "MA",
          "MD",
          "ME",
          "MI",
          "MN",
          "MO",
          "MS",
          "MT",
          "NC",
          "ND",
          "NE",
          "NH",
          "NJ",
          "NM",
          "NV",
          "NY",
          "OH",
          "OK",
          "OR",
          "PA",
          "RI",
          "SC",
          "SD",
          "TN",
          "TX",
          "UT",
          "VA",
          "VT",
          "WA",
          "WI",
          "WV",
          "WY",
          "NONE"
        ]
      },
      {
        "name": "scope",
        "description": "STATE for records of a state, NATIONAL for records of national scope.",
        "kind": "list",
        "values": [
          "STATE",
          "NATIONAL"
        ]
      },
      {
        "name": "category",
        "description": "Document category, or a comma-separated list of categories.",
        "kind": "list",
        "values": [
          "REPORT",
          "AWARD_ANNOUNCEMENT",
          "ANNOUNCEMENT",
          "STRATEGY",
          "SUMMARY",
          "APPLICATION",
          "GUIDANCE",
          "DATA",
          "REFERENCE",
          "OTHER"
        ]
      },
      {
        "name": "documentCategory",
        "description": "Alias of category. Send only one of them.",
        "kind": "list",
        "values": [
          "REPORT",
          "AWARD_ANNOUNCEMENT",
          "ANNOUNCEMENT",
          "STRATEGY",
          "SUMMARY",
          "APPLICATION",
          "GUIDANCE",
          "DATA",
          "REFERENCE",
          "OTHER"
        ]
      },
      {
        "name": "activityType",
        "description": "Legacy program activity category, or a comma-separated list of categories.",
        "kind": "list",
        "values": [
          "EMS_DEVELOPMENT",
          "POPULATION_HEALTH",
          "WORKFORCE",
          "HEALTH_INFORMATION_TECHNOLOGY",
          "NETWORK_DEVELOPMENT",
          "QUALITY_IMPROVEMENT",
          "FINANCE",
          "OTHER"
        ]
      },
      {
        "name": "programCategory",
        "description": "Program category (canonical ID or legacy alias), or a comma-separated list of categories.",
        "kind": "list",
        "values": [
          "CARE_ACCESS_COORDINATION",
          "EMS_MOBILE_INTEGRATED_HEALTH",
          "BEHAVIORAL_HEALTH",
          "MATERNAL_CHILD_FAMILY_HEALTH",
          "CHRONIC_DISEASE_PREVENTION",
          "COMMUNITY_POPULATION_HEALTH",
          "WORKFORCE_DEVELOPMENT",
          "HEALTH_IT_DATA_INTEROPERABILITY",
          "NETWORK_REGIONAL_COLLABORATION",
          "QUALITY_PATIENT_SAFETY",
          "EMERGENCY_PREPAREDNESS_RESILIENCE",
          "RURAL_INFRASTRUCTURE_CAPITAL",
          "FINANCIAL_SUSTAINABILITY_REIMBURSEMENT",
          "PROGRAM_ADMIN_EVALUATION",
          "OTHER_UNCLASSIFIED",
          "EMS_DEVELOPMENT",
          "POPULATION_HEALTH",
          "WORKFORCE",
          "HEALTH_INFORMATION_TECHNOLOGY",
          "NETWORK_DEVELOPMENT",
          "QUALITY_IMPROVEMENT",
          "FINANCE",
          "OTHER"
        ]
      },
      {
        "name": "discoveredAfter",
        "description": "Only records whose discovered is at or after this ISO 8601 date or timestamp. A date without a time is that day in America/New_York.",
        "kind": "text",
        "values": []
      },
      {
        "name": "discoveredBefore",
        "description": "Only records whose discovered is at or before this ISO 8601 date or timestamp. A date without a time is that day in America/New_York.",
        "kind": "text",
        "values": []
      },
      {
        "name": "amountMin",
        "description": "Only records whose award is known and at least this, in US dollars.",
        "kind": "text",
        "values": []
      },
      {
        "name": "amountMax",
        "description": "Only records whose award is known and at most this, in US dollars.",
        "kind": "text",
        "values": []
      },
      {
        "name": "year",
        "description": "Fiscal year. 2026, FY2026, FY26 and FY 2026 mean the same.",
        "kind": "text",
        "values": []
      },
      {
        "name": "fileType",
        "description": "File type (PDF, HTML, XLSX, …), or a comma-separated list of types. The list is open: an unlisted value matches nothing.",
        "kind": "list",
        "values": []
      },
      {
        "name": "q",
        "description": "Keyword search in title, highlights, description and state. All words must occur; supports \"a phrase\", prefix* and -excluded. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "upcoming",
        "description": "true returns only documents with an upcoming deadline, nearest first.",
        "kind": "flag",
        "values": []
      },
      {
        "name": "ids",
        "description": "Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored.",
        "kind": "list",
        "values": []
      },
      {
        "name": "updatedSince",
        "description": "Only records whose updatedAt is strictly after this ISO 8601 timestamp, oldest first. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "includeRemoved",
        "description": "true also returns records that are no longer published, as {id, removedAt, reason, mergedInto}, in the order of updatedSince. Only the filters state and updatedSince apply to them.",
        "kind": "flag",
        "values": []
      },
      {
        "name": "cursor",
        "description": "Replaces page: nextCursor of the previous page, with the same filters and sort order. 409 CURSOR_EXPIRED if the last record of that page has changed since.",
        "kind": "text",
        "values": []
      },
      {
        "name": "sort",
        "description": "Comma-separated fields to sort by, with a minus sign for descending order: discovered, published, state, title, category, fileType, fiscalYear, award. Nulls come last, and ties are sorted by id.",
        "kind": "list",
        "values": [
          "discovered",
          "-discovered",
          "published",
          "-published",
          "state",
          "-state",
          "title",
          "-title",
          "category",
          "-category",
          "fileType",
          "-fileType",
          "fiscalYear",
          "-fiscalYear",
          "award",
          "-award"
        ]
      },
      {
        "name": "fields",
        "description": "The fields of each record to return, comma-separated.",
        "kind": "list",
        "values": [
          "id",
          "title",
          "fileType",
          "category",
          "documentCategory",
          "activityTypes",
          "programCategories",
          "programCategoryEvidence",
          "state",
          "fiscalYear",
          "award",
          "statedRows",
          "statedTotal",
          "statedIn",
          "highlights",
          "url",
          "alsoFrom",
          "applicationUrl",
          "nextDeadline",
          "keyDates",
          "published",
          "discovered",
          "updatedAt"
        ]
      },
      {
        "name": "facets",
        "description": "Comma-separated filters whose values to count over all matching records: state, scope, category, activityType, programCategory, year, fileType.",
        "kind": "list",
        "values": [
          "state",
          "scope",
          "category",
          "activityType",
          "programCategory",
          "year",
          "fileType"
        ]
      },
      {
        "name": "include",
        "description": "detail adds the response of the single record's endpoint to each record as detail.",
        "kind": "list",
        "values": [
          "detail"
        ]
      },
      {
        "name": "bom",
        "description": "true adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8.",
        "kind": "flag",
        "values": []
      }
    ],
    "limit": {
      "default": 25,
      "max": 100
    },
    "single": "UUID of the document.",
    "columns": [
      "id",
      "title",
      "fileType",
      "category",
      "documentCategory",
      "activityTypes",
      "programCategories",
      "programCategoryEvidence.category",
      "programCategoryEvidence.source",
      "programCategoryEvidence.matchedTerms",
      "programCategoryEvidence.taxonomyVersion",
      "state",
      "fiscalYear",
      "award",
      "statedRows",
      "statedTotal",
      "statedIn",
      "highlights",
      "url",
      "alsoFrom",
      "applicationUrl",
      "nextDeadline",
      "keyDates.label",
      "keyDates.date",
      "published",
      "discovered",
      "updatedAt"
    ],
    "singleColumns": [
      "id",
      "title",
      "fileType",
      "category",
      "state",
      "stateName",
      "fiscalYear",
      "award",
      "statedRows",
      "statedTotal",
      "statedIn",
      "budget.total",
      "budget.federal",
      "budget.match",
      "programHighlights",
      "strategicGoals",
      "milestones.date",
      "milestones.label",
      "transformationStrategy.keyInitiatives",
      "transformationStrategy.approachSummary",
      "implementationPhase",
      "completenessScore",
      "applicationUrl",
      "pages",
      "url",
      "alsoFrom",
      "description",
      "updatedAt"
    ]
  },
  {
    "name": "opportunities",
    "summary": "solicitations and funding notices",
    "description": "RFPs, RFAs, NOFOs, grants and award notices with normalized deadlines. All notices of one solicitation are merged into one record. Formats: JSON (.json), NDJSON (.ndjson), CSV (.csv), iCalendar (.ics), Atom (.atom), JSON Feed (.jsonfeed). Choose one with an extension in the path or its media type in Accept. Order: updatedAt descending, then id.",
    "filters": [
      {
        "name": "state",
        "description": "Two-letter state code, or a comma-separated list of codes; none for records of national scope.",
        "kind": "list",
        "values": [
          "AK",
          "AL",
          "AR",
          "AZ",
          "CA",
          "CO",
          "CT",
          "DE",
          "FL",
          "GA",
          "HI",
          "IA",
          "ID",
          "IL",
          "IN",
          "KS",
          "KY",
          "LA",
          "MA",
          "MD",
          "ME",
          "MI",
          "MN",
          "MO",
          "MS",
          "MT",
          "NC",
          "ND",
          "NE",
          "NH",
          "NJ",
          "NM",
          "NV",
          "NY",
          "OH",
          "OK",
          "OR",
          "PA",
          "RI",
          "SC",
          "SD",
          "TN",
          "TX",
          "UT",
          "VA",
          "VT",
          "WA",
          "WI",
          "WV",
          "WY",
          "NONE"
        ]
      },
      {
        "name": "status",
        "description": "Effective status at the time of the request, or a comma-separated list of statuses.",
        "kind": "list",
        "values": [
          "OPEN",
          "CLOSING_SOON",
          "UPCOMING",
          "AMENDED",
          "CLOSED"
        ]
      },
      {
        "name": "type",
        "description": "Opportunity type (RFP, RFA, NOFO, GRANT, AWARD, IFB, RFI, RFQ, OTHER, …), or a comma-separated list of types. The list is open: an unlisted value matches nothing.",
        "kind": "list",
        "values": []
      },
      {
        "name": "statusBasis",
        "description": "The rule that gives the status, or a comma-separated list of rules.",
        "kind": "list",
        "values": [
          "DUE_DATE",
          "SOURCE",
          "AWARDED",
          "POSTED",
          "AMENDED",
          "ROLLING",
          "UNCONFIRMED"
        ]
      },
      {
        "name": "applicantType",
        "description": "Type of applicant, or a comma-separated list of types, recognized in applicantTypes. Most notices do not say who can apply; they match no type.",
        "kind": "list",
        "values": [
          "CRITICAL_ACCESS_HOSPITAL",
          "HOSPITAL",
          "HEALTH_CENTER",
          "RURAL_CLINIC",
          "BEHAVIORAL_HEALTH",
          "EMS",
          "TRIBAL",
          "LOCAL_GOVERNMENT",
          "STATE_GOVERNMENT",
          "NONPROFIT",
          "EDUCATION",
          "BUSINESS",
          "PROVIDER"
        ]
      },
      {
        "name": "scope",
        "description": "STATE for records of a state, NATIONAL for records of national scope.",
        "kind": "list",
        "values": [
          "STATE",
          "NATIONAL"
        ]
      },
      {
        "name": "dueAfter",
        "description": "Only records whose dueDate is at or after this ISO 8601 date or timestamp. A date without a time is that day in the record's own time zone.",
        "kind": "text",
        "values": []
      },
      {
        "name": "dueBefore",
        "description": "Only records whose dueDate is at or before this ISO 8601 date or timestamp. A date without a time is that day in the record's own time zone.",
        "kind": "text",
        "values": []
      },
      {
        "name": "postedAfter",
        "description": "Only records whose postedDate is at or after this ISO 8601 date or timestamp. A date without a time is that day in the record's own time zone.",
        "kind": "text",
        "values": []
      },
      {
        "name": "postedBefore",
        "description": "Only records whose postedDate is at or before this ISO 8601 date or timestamp. A date without a time is that day in the record's own time zone.",
        "kind": "text",
        "values": []
      },
      {
        "name": "amountMin",
        "description": "Only records whose budgetMax is known and at least this, in US dollars.",
        "kind": "text",
        "values": []
      },
      {
        "name": "amountMax",
        "description": "Only records whose budgetMax is known and at most this, in US dollars.",
        "kind": "text",
        "values": []
      },
      {
        "name": "q",
        "description": "Keyword search in title, summary, issuing agency, applicants and state. All words must occur; supports \"a phrase\", prefix* and -excluded. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "category",
        "description": "Legacy program category, or a comma-separated list of categories.",
        "kind": "list",
        "values": [
          "EMS_DEVELOPMENT",
          "POPULATION_HEALTH",
          "WORKFORCE",
          "HEALTH_INFORMATION_TECHNOLOGY",
          "NETWORK_DEVELOPMENT",
          "QUALITY_IMPROVEMENT",
          "FINANCE",
          "OTHER"
        ]
      },
      {
        "name": "programCategory",
        "description": "Program category (canonical ID or legacy alias), or a comma-separated list of categories.",
        "kind": "list",
        "values": [
          "CARE_ACCESS_COORDINATION",
          "EMS_MOBILE_INTEGRATED_HEALTH",
          "BEHAVIORAL_HEALTH",
          "MATERNAL_CHILD_FAMILY_HEALTH",
          "CHRONIC_DISEASE_PREVENTION",
          "COMMUNITY_POPULATION_HEALTH",
          "WORKFORCE_DEVELOPMENT",
          "HEALTH_IT_DATA_INTEROPERABILITY",
          "NETWORK_REGIONAL_COLLABORATION",
          "QUALITY_PATIENT_SAFETY",
          "EMERGENCY_PREPAREDNESS_RESILIENCE",
          "RURAL_INFRASTRUCTURE_CAPITAL",
          "FINANCIAL_SUSTAINABILITY_REIMBURSEMENT",
          "PROGRAM_ADMIN_EVALUATION",
          "OTHER_UNCLASSIFIED",
          "EMS_DEVELOPMENT",
          "POPULATION_HEALTH",
          "WORKFORCE",
          "HEALTH_INFORMATION_TECHNOLOGY",
          "NETWORK_DEVELOPMENT",
          "QUALITY_IMPROVEMENT",
          "FINANCE",
          "OTHER"
        ]
      },
      {
        "name": "ids",
        "description": "Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored.",
        "kind": "list",
        "values": []
      },
      {
        "name": "updatedSince",
        "description": "Only records whose updatedAt is strictly after this ISO 8601 timestamp, oldest first. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "includeRemoved",
        "description": "true also returns records that are no longer published, as {id, removedAt, reason, mergedInto}, in the order of updatedSince. Only the filters state and updatedSince apply to them.",
        "kind": "flag",
        "values": []
      },
      {
        "name": "cursor",
        "description": "Replaces page: nextCursor of the previous page, with the same filters and sort order. 409 CURSOR_EXPIRED if the last record of that page has changed since.",
        "kind": "text",
        "values": []
      },
      {
        "name": "sort",
        "description": "Comma-separated fields to sort by, with a minus sign for descending order: dueDate, postedDate, updatedAt, createdAt, state, title, type, budgetMax. Nulls come last, and ties are sorted by id.",
        "kind": "list",
        "values": [
          "dueDate",
          "-dueDate",
          "postedDate",
          "-postedDate",
          "updatedAt",
          "-updatedAt",
          "createdAt",
          "-createdAt",
          "state",
          "-state",
          "title",
          "-title",
          "type",
          "-type",
          "budgetMax",
          "-budgetMax"
        ]
      },
      {
        "name": "fields",
        "description": "The fields of each record to return, comma-separated.",
        "kind": "list",
        "values": [
          "id",
          "slug",
          "title",
          "type",
          "opportunityType",
          "programCategories",
          "programCategoryEvidence",
          "truncatedProgramCategories",
          "scope",
          "state",
          "status",
          "statusBasis",
          "lastConfirmedAt",
          "rolling",
          "expectedBy",
          "issuingAgency",
          "summary",
          "budgetMin",
          "budgetMax",
          "budgetPerAward",
          "applicantTypes",
          "postedDate",
          "postedDatePrecision",
          "dueDate",
          "dueDatePrecision",
          "loiDate",
          "loiDatePrecision",
          "questionDeadline",
          "questionDeadlinePrecision",
          "timeZone",
          "inferred",
          "sourceUrl",
          "alsoFrom",
          "relatedTo",
          "documentCount",
          "createdAt",
          "updatedAt"
        ]
      },
      {
        "name": "facets",
        "description": "Comma-separated filters whose values to count over all matching records: state, status, type, statusBasis, applicantType, scope, category, programCategory.",
        "kind": "list",
        "values": [
          "state",
          "status",
          "type",
          "statusBasis",
          "applicantType",
          "scope",
          "category",
          "programCategory"
        ]
      },
      {
        "name": "bom",
        "description": "true adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8.",
        "kind": "flag",
        "values": []
      }
    ],
    "limit": {
      "default": 25,
      "max": 100
    },
    "single": "Id or slug of the opportunity, or the id of a notice that was merged into it.",
    "columns": [
      "id",
      "slug",
      "title",
      "type",
      "opportunityType",
      "programCategories",
      "programCategoryEvidence.category",
      "programCategoryEvidence.source",
      "programCategoryEvidence.matchedTerms",
      "programCategoryEvidence.taxonomyVersion",
      "truncatedProgramCategories",
      "scope",
      "state",
      "status",
      "statusBasis",
      "lastConfirmedAt",
      "rolling",
      "expectedBy",
      "issuingAgency",
      "summary",
      "budgetMin",
      "budgetMax",
      "budgetPerAward",
      "applicantTypes",
      "postedDate",
      "postedDatePrecision",
      "dueDate",
      "dueDatePrecision",
      "loiDate",
      "loiDatePrecision",
      "questionDeadline",
      "questionDeadlinePrecision",
      "timeZone",
      "inferred",
      "sourceUrl",
      "alsoFrom",
      "relatedTo.id",
      "relatedTo.relation",
      "documentCount",
      "createdAt",
      "updatedAt"
    ],
    "singleColumns": [
      "id",
      "slug",
      "title",
      "type",
      "opportunityType",
      "programCategories",
      "programCategoryEvidence.category",
      "programCategoryEvidence.source",
      "programCategoryEvidence.matchedTerms",
      "programCategoryEvidence.taxonomyVersion",
      "truncatedProgramCategories",
      "scope",
      "state",
      "status",
      "statusBasis",
      "lastConfirmedAt",
      "rolling",
      "expectedBy",
      "issuingAgency",
      "summary",
      "budgetMin",
      "budgetMax",
      "budgetPerAward",
      "applicantTypes",
      "postedDate",
      "postedDatePrecision",
      "dueDate",
      "dueDatePrecision",
      "loiDate",
      "loiDatePrecision",
      "questionDeadline",
      "questionDeadlinePrecision",
      "timeZone",
      "inferred",
      "sourceUrl",
      "alsoFrom",
      "relatedTo.id",
      "relatedTo.relation",
      "documentCount",
      "createdAt",
      "updatedAt"
    ]
  },
  {
    "name": "events",
    "summary": "calendar events",
    "description": "Town halls, webinars and other events of the program. Soonest first with from or when filtered to UPCOMING and TODAY only, otherwise latest first. Formats: JSON (.json), NDJSON (.ndjson), CSV (.csv), iCalendar (.ics), Atom (.atom), JSON Feed (.jsonfeed). Choose one with an extension in the path or its media type in Accept. Default order: startAt descending, then id.",
    "filters": [
      {
        "name": "state",
        "description": "Two-letter state code, or a comma-separated list of codes; none for records of national scope.",
        "kind": "list",
        "values": [
          "AK",
          "AL",
          "AR",
          "AZ",
          "CA",
          "CO",
          "CT",
          "DE",
          "FL",
          "GA",
          "HI",
          "IA",
          "ID",
          "IL",
          "IN",
          "KS",
          "KY",
          "LA",
          "MA",
          "MD",
          "ME",
          "MI",
          "MN",
          "MO",
          "MS",
          "MT",
          "NC",
          "ND",
          "NE",
          "NH",
          "NJ",
          "NM",
          "NV",
          "NY",
          "OH",
          "OK",
          "OR",
          "PA",
          "RI",
          "SC",
          "SD",
          "TN",
          "TX",
          "UT",
          "VA",
          "VT",
          "WA",
          "WI",
          "WV",
          "WY",
          "NONE"
        ]
      },
      {
        "name": "scope",
        "description": "STATE for records of a state, NATIONAL for records of national scope.",
        "kind": "list",
        "values": [
          "STATE",
          "NATIONAL"
        ]
      },
      {
        "name": "status",
        "description": "Status at the time of the request, or a comma-separated list of statuses.",
        "kind": "list",
        "values": [
          "UPCOMING",
          "TODAY",
          "PAST",
          "CANCELLED",
          "RECORDING_AVAILABLE"
        ]
      },
      {
        "name": "type",
        "description": "Event type (the eventType field), or a comma-separated list of types.",
        "kind": "list",
        "values": [
          "TOWN_HALL",
          "WEBINAR",
          "OFFICE_HOURS",
          "TRAINING",
          "ANNOUNCEMENT",
          "RECORDING",
          "QA_SESSION",
          "CONFERENCE",
          "WORKSHOP"
        ]
      },
      {
        "name": "from",
        "description": "Only records whose startAt is at or after this ISO 8601 date or timestamp. A date without a time is that day in the record's own time zone.",
        "kind": "text",
        "values": []
      },
      {
        "name": "startAfter",
        "description": "Alias of from. Send only one of them.",
        "kind": "text",
        "values": []
      },
      {
        "name": "to",
        "description": "Only records whose startAt is at or before this ISO 8601 date or timestamp. A date without a time is that day in the record's own time zone.",
        "kind": "text",
        "values": []
      },
      {
        "name": "startBefore",
        "description": "Alias of to. Send only one of them.",
        "kind": "text",
        "values": []
      },
      {
        "name": "q",
        "description": "Keyword search in title, hostAgency, description and state. All words must occur; supports \"a phrase\", prefix* and -excluded. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "includeInactive",
        "description": "true includes inactive events.",
        "kind": "flag",
        "values": []
      },
      {
        "name": "ids",
        "description": "Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored.",
        "kind": "list",
        "values": []
      },
      {
        "name": "updatedSince",
        "description": "Only records whose updatedAt is strictly after this ISO 8601 timestamp, oldest first. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "includeRemoved",
        "description": "true also returns records that are no longer published, as {id, removedAt, reason, mergedInto}, in the order of updatedSince. Only the filters state and updatedSince apply to them.",
        "kind": "flag",
        "values": []
      },
      {
        "name": "cursor",
        "description": "Replaces page: nextCursor of the previous page, with the same filters and sort order. 409 CURSOR_EXPIRED if the last record of that page has changed since.",
        "kind": "text",
        "values": []
      },
      {
        "name": "sort",
        "description": "Comma-separated fields to sort by, with a minus sign for descending order: startAt, endAt, state, eventType, title, createdAt, updatedAt. Nulls come last, and ties are sorted by id.",
        "kind": "list",
        "values": [
          "startAt",
          "-startAt",
          "endAt",
          "-endAt",
          "state",
          "-state",
          "eventType",
          "-eventType",
          "title",
          "-title",
          "createdAt",
          "-createdAt",
          "updatedAt",
          "-updatedAt"
        ]
      },
      {
        "name": "fields",
        "description": "The fields of each record to return, comma-separated.",
        "kind": "list",
        "values": [
          "id",
          "title",
          "state",
          "stateName",
          "eventType",
          "status",
          "startAt",
          "startAtPrecision",
          "endAt",
          "endAtPrecision",
          "timezone",
          "timeZone",
          "hostAgency",
          "description",
          "registrationUrl",
          "recordingUrl",
          "slidesUrl",
          "sourceUrl",
          "alsoFrom",
          "topics",
          "audience",
          "confidence",
          "isActive",
          "createdAt",
          "updatedAt"
        ]
      },
      {
        "name": "facets",
        "description": "Comma-separated filters whose values to count over all matching records: state, scope, status, type.",
        "kind": "list",
        "values": [
          "state",
          "scope",
          "status",
          "type"
        ]
      },
      {
        "name": "bom",
        "description": "true adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8.",
        "kind": "flag",
        "values": []
      }
    ],
    "limit": {
      "default": 25,
      "max": 100
    },
    "single": "Id of the event.",
    "columns": [
      "id",
      "title",
      "state",
      "stateName",
      "eventType",
      "status",
      "startAt",
      "startAtPrecision",
      "endAt",
      "endAtPrecision",
      "timezone",
      "timeZone",
      "hostAgency",
      "description",
      "registrationUrl",
      "recordingUrl",
      "slidesUrl",
      "sourceUrl",
      "alsoFrom",
      "topics",
      "audience",
      "confidence",
      "isActive",
      "createdAt",
      "updatedAt"
    ],
    "singleColumns": [
      "id",
      "title",
      "state",
      "stateName",
      "eventType",
      "status",
      "startAt",
      "startAtPrecision",
      "endAt",
      "endAtPrecision",
      "timezone",
      "timeZone",
      "hostAgency",
      "description",
      "registrationUrl",
      "recordingUrl",
      "slidesUrl",
      "sourceUrl",
      "alsoFrom",
      "topics",
      "audience",
      "confidence",
      "isActive",
      "createdAt",
      "updatedAt"
    ]
  },
  {
    "name": "activities",
    "summary": "program activities: the states' initiatives",
    "description": "Program activities, /api/v1/activities: what each state does in the program. What was published or changed lately is `rhp changes`.",
    "filters": [
      {
        "name": "state",
        "description": "Two-letter state code, or a comma-separated list of codes; none for records of national scope.",
        "kind": "list",
        "values": [
          "AK",
          "AL",
          "AR",
          "AZ",
          "CA",
          "CO",
          "CT",
          "DE",
          "FL",
          "GA",
          "HI",
          "IA",
          "ID",
          "IL",
          "IN",
          "KS",
          "KY",
          "LA",
          "MA",
          "MD",
          "ME",
          "MI",
          "MN",
          "MO",
          "MS",
          "MT",
          "NC",
          "ND",
          "NE",
          "NH",
          "NJ",
          "NM",
          "NV",
          "NY",
          "OH",
          "OK",
          "OR",
          "PA",
          "RI",
          "SC",
          "SD",
          "TN",
          "TX",
          "UT",
          "VA",
          "VT",
          "WA",
          "WI",
          "WV",
          "WY",
          "NONE"
        ]
      },
      {
        "name": "scope",
        "description": "STATE for records of a state, NATIONAL for records of national scope.",
        "kind": "list",
        "values": [
          "STATE",
          "NATIONAL"
        ]
      },
      {
        "name": "category",
        "description": "Legacy program category, or a comma-separated list of categories.",
        "kind": "list",
        "values": [
          "EMS_DEVELOPMENT",
          "POPULATION_HEALTH",
          "WORKFORCE",
          "HEALTH_INFORMATION_TECHNOLOGY",
          "NETWORK_DEVELOPMENT",
          "QUALITY_IMPROVEMENT",
          "FINANCE",
          "OTHER"
        ]
      },
      {
        "name": "programCategory",
        "description": "Program category (canonical ID or legacy alias), or a comma-separated list of categories.",
        "kind": "list",
        "values": [
          "CARE_ACCESS_COORDINATION",
          "EMS_MOBILE_INTEGRATED_HEALTH",
          "BEHAVIORAL_HEALTH",
          "MATERNAL_CHILD_FAMILY_HEALTH",
          "CHRONIC_DISEASE_PREVENTION",
          "COMMUNITY_POPULATION_HEALTH",
          "WORKFORCE_DEVELOPMENT",
          "HEALTH_IT_DATA_INTEROPERABILITY",
          "NETWORK_REGIONAL_COLLABORATION",
          "QUALITY_PATIENT_SAFETY",
          "EMERGENCY_PREPAREDNESS_RESILIENCE",
          "RURAL_INFRASTRUCTURE_CAPITAL",
          "FINANCIAL_SUSTAINABILITY_REIMBURSEMENT",
          "PROGRAM_ADMIN_EVALUATION",
          "OTHER_UNCLASSIFIED",
          "EMS_DEVELOPMENT",
          "POPULATION_HEALTH",
          "WORKFORCE",
          "HEALTH_INFORMATION_TECHNOLOGY",
          "NETWORK_DEVELOPMENT",
          "QUALITY_IMPROVEMENT",
          "FINANCE",
          "OTHER"
        ]
      },
      {
        "name": "status",
        "description": "Status of the activity, or a comma-separated list of statuses.",
        "kind": "list",
        "values": [
          "ACTIVE",
          "COMPLETED",
          "PLANNED",
          "CANCELLED"
        ]
      },
      {
        "name": "fiscalYear",
        "description": "Fiscal year. 2026, FY2026, FY26 and FY 2026 mean the same.",
        "kind": "text",
        "values": []
      },
      {
        "name": "q",
        "description": "Keyword search in title, description, metrics and state. All words must occur; supports \"a phrase\", prefix* and -excluded. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "ids",
        "description": "Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored.",
        "kind": "list",
        "values": []
      },
      {
        "name": "updatedSince",
        "description": "Only records whose updatedAt is strictly after this ISO 8601 timestamp, oldest first. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "includeRemoved",
        "description": "true also returns records that are no longer published, as {id, removedAt, reason, mergedInto}, in the order of updatedSince. Only the filters state and updatedSince apply to them.",
        "kind": "flag",
        "values": []
      },
      {
        "name": "cursor",
        "description": "Replaces page: nextCursor of the previous page, with the same filters and sort order. 409 CURSOR_EXPIRED if the last record of that page has changed since.",
        "kind": "text",
        "values": []
      },
      {
        "name": "sort",
        "description": "Comma-separated fields to sort by, with a minus sign for descending order: state, fiscalYear, category, title, status. Nulls come last, and ties are sorted by id.",
        "kind": "list",
        "values": [
          "state",
          "-state",
          "fiscalYear",
          "-fiscalYear",
          "category",
          "-category",
          "title",
          "-title",
          "status",
          "-status"
        ]
      },
      {
        "name": "fields",
        "description": "The fields of each record to return, comma-separated.",
        "kind": "list",
        "values": [
          "id",
          "state",
          "stateName",
          "fiscalYear",
          "category",
          "programCategory",
          "programCategoryEvidence",
          "title",
          "status",
          "statusSourceUrl",
          "statusSince",
          "updatedAt"
        ]
      },
      {
        "name": "facets",
        "description": "Comma-separated filters whose values to count over all matching records: state, scope, category, programCategory, status, fiscalYear.",
        "kind": "list",
        "values": [
          "state",
          "scope",
          "category",
          "programCategory",
          "status",
          "fiscalYear"
        ]
      },
      {
        "name": "include",
        "description": "detail adds the response of the single record's endpoint to each record as detail.",
        "kind": "list",
        "values": [
          "detail"
        ]
      },
      {
        "name": "bom",
        "description": "true adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8.",
        "kind": "flag",
        "values": []
      }
    ],
    "limit": {
      "default": 100,
      "max": 500
    },
    "single": "Id of the activity.",
    "columns": [
      "id",
      "state",
      "stateName",
      "fiscalYear",
      "category",
      "programCategory",
      "programCategoryEvidence.category",
      "programCategoryEvidence.source",
      "programCategoryEvidence.matchedTerms",
      "programCategoryEvidence.taxonomyVersion",
      "title",
      "status",
      "statusSourceUrl",
      "statusSince",
      "updatedAt"
    ],
    "singleColumns": [
      "id",
      "state",
      "stateName",
      "fiscalYear",
      "category",
      "programCategory",
      "programCategoryEvidence.category",
      "programCategoryEvidence.source",
      "programCategoryEvidence.matchedTerms",
      "programCategoryEvidence.taxonomyVersion",
      "title",
      "status",
      "statusSourceUrl",
      "statusSince",
      "updatedAt",
      "description",
      "metrics",
      "initiativeNumber",
      "sourceUrl",
      "sourceDate"
    ]
  },
  {
    "name": "commitments",
    "summary": "policy commitments",
    "description": "The policies that states committed to change or adopt in their applications, for which the federal program gives points: scope of practice, licensure compacts, certificate of need, nutrition and others. Formats: JSON (.json), NDJSON (.ndjson), CSV (.csv). Choose one with an extension in the path or its media type in Accept. Order: state ascending, factor ascending, policy ascending, then id.",
    "filters": [
      {
        "name": "state",
        "description": "Two-letter state code, or a comma-separated list of codes; none for records of national scope.",
        "kind": "list",
        "values": [
          "AK",
          "AL",
          "AR",
          "AZ",
          "CA",
          "CO",
          "CT",
          "DE",
          "FL",
          "GA",
          "HI",
          "IA",
          "ID",
          "IL",
          "IN",
          "KS",
          "KY",
          "LA",
          "MA",
          "MD",
          "ME",
          "MI",
          "MN",
          "MO",
          "MS",
          "MT",
          "NC",
          "ND",
          "NE",
          "NH",
          "NJ",
          "NM",
          "NV",
          "NY",
          "OH",
          "OK",
          "OR",
          "PA",
          "RI",
          "SC",
          "SD",
          "TN",
          "TX",
          "UT",
          "VA",
          "VT",
          "WA",
          "WI",
          "WV",
          "WY",
          "NONE"
        ]
      },
      {
        "name": "scope",
        "description": "STATE for records of a state, NATIONAL for records of national scope.",
        "kind": "list",
        "values": [
          "STATE",
          "NATIONAL"
        ]
      },
      {
        "name": "factor",
        "description": "Scoring factor, or a comma-separated list of factors.",
        "kind": "list",
        "values": [
          "B.2",
          "B.3",
          "B.4",
          "C.3",
          "D.2",
          "D.3",
          "F.1"
        ]
      },
      {
        "name": "q",
        "description": "Keyword search in the policy, its meaning, the scoring factor and the state. All words must occur; supports \"a phrase\", prefix* and -excluded. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "ids",
        "description": "Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored.",
        "kind": "list",
        "values": []
      },
      {
        "name": "updatedSince",
        "description": "Only records whose updatedAt is strictly after this ISO 8601 timestamp, oldest first. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "includeRemoved",
        "description": "true also returns records that are no longer published, as {id, removedAt, reason, mergedInto}, in the order of updatedSince. Only the filters state and updatedSince apply to them.",
        "kind": "flag",
        "values": []
      },
      {
        "name": "cursor",
        "description": "Replaces page: nextCursor of the previous page, with the same filters and sort order. 409 CURSOR_EXPIRED if the last record of that page has changed since.",
        "kind": "text",
        "values": []
      },
      {
        "name": "sort",
        "description": "Comma-separated fields to sort by, with a minus sign for descending order: state, factor, policy. Nulls come last, and ties are sorted by id.",
        "kind": "list",
        "values": [
          "state",
          "-state",
          "factor",
          "-factor",
          "policy",
          "-policy"
        ]
      },
      {
        "name": "fields",
        "description": "The fields of each record to return, comma-separated.",
        "kind": "list",
        "values": [
          "id",
          "state",
          "stateName",
          "factor",
          "factorLabel",
          "policy",
          "meaning",
          "sourceUrl",
          "sourceDate",
          "updatedAt"
        ]
      },
      {
        "name": "facets",
        "description": "Comma-separated filters whose values to count over all matching records: state, scope, factor.",
        "kind": "list",
        "values": [
          "state",
          "scope",
          "factor"
        ]
      },
      {
        "name": "bom",
        "description": "true adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8.",
        "kind": "flag",
        "values": []
      }
    ],
    "limit": {
      "default": 100,
      "max": 500
    },
    "single": null,
    "columns": [
      "id",
      "state",
      "stateName",
      "factor",
      "factorLabel",
      "policy",
      "meaning",
      "sourceUrl",
      "sourceDate",
      "updatedAt"
    ],
    "singleColumns": null
  },
  {
    "name": "changes",
    "summary": "change feed: what was published, changed or removed",
    "description": "The change feed, /api/v1/activity: one event for each change, newest first, of all types unless --type is given. What states do in the program is `rhp activities`.",
    "filters": [
      {
        "name": "state",
        "description": "Two-letter state code, or a comma-separated list of codes; none for records of national scope.",
        "kind": "list",
        "values": [
          "AK",
          "AL",
          "AR",
          "AZ",
          "CA",
          "CO",
          "CT",
          "DE",
          "FL",
          "GA",
          "HI",
          "IA",
          "ID",
          "IL",
          "IN",
          "KS",
          "KY",
          "LA",
          "MA",
          "MD",
          "ME",
          "MI",
          "MN",
          "MO",
          "MS",
          "MT",
          "NC",
          "ND",
          "NE",
          "NH",
          "NJ",
          "NM",
          "NV",
          "NY",
          "OH",
          "OK",
          "OR",
          "PA",
          "RI",
          "SC",
          "SD",
          "TN",
          "TX",
          "UT",
          "VA",
          "VT",
          "WA",
          "WI",
          "WV",
          "WY",
          "NONE"
        ]
      },
      {
        "name": "scope",
        "description": "STATE for records of a state, NATIONAL for records of national scope.",
        "kind": "list",
        "values": [
          "STATE",
          "NATIONAL"
        ]
      },
      {
        "name": "type",
        "description": "Type of change, a comma-separated list of types, or ALL, which most callers want. Without it, only PAGE_UPDATED.",
        "kind": "list",
        "values": [
          "PAGE_UPDATED",
          "NEW_OPPORTUNITY",
          "OPPORTUNITY_UPDATED",
          "OPPORTUNITY_REMOVED",
          "NEW_DOCUMENT",
          "NEW_AWARD",
          "AWARD_UPDATED",
          "EVENT_ANNOUNCED",
          "EVENT_CHANGED",
          "SITE_DOWN",
          "SITE_RESTORED",
          "ALL"
        ],
        "fallback": "PAGE_UPDATED"
      },
      {
        "name": "since",
        "description": "Only events after this ISO 8601 timestamp. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "ids",
        "description": "Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored.",
        "kind": "list",
        "values": []
      },
      {
        "name": "updatedSince",
        "description": "Only records whose updatedAt is strictly after this ISO 8601 timestamp, oldest first. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "includeRemoved",
        "description": "true also returns records that are no longer published, as {id, removedAt, reason, mergedInto}, in the order of updatedSince. Only the filters state and updatedSince apply to them.",
        "kind": "flag",
        "values": []
      },
      {
        "name": "cursor",
        "description": "Replaces page: nextCursor of the previous page, with the same filters and sort order. 409 CURSOR_EXPIRED if the last record of that page has changed since.",
        "kind": "text",
        "values": []
      },
      {
        "name": "sort",
        "description": "Comma-separated fields to sort by, with a minus sign for descending order: occurredAt, state, type. Nulls come last, and ties are sorted by id.",
        "kind": "list",
        "values": [
          "occurredAt",
          "-occurredAt",
          "state",
          "-state",
          "type",
          "-type"
        ]
      },
      {
        "name": "fields",
        "description": "The fields of each record to return, comma-separated.",
        "kind": "list",
        "values": [
          "id",
          "state",
          "type",
          "summary",
          "siteUrl",
          "documentId",
          "detail",
          "occurredAt",
          "updatedAt"
        ]
      },
      {
        "name": "facets",
        "description": "Comma-separated filters whose values to count over all matching records: state, scope, type.",
        "kind": "list",
        "values": [
          "state",
          "scope",
          "type"
        ]
      },
      {
        "name": "bom",
        "description": "true adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8.",
        "kind": "flag",
        "values": []
      }
    ],
    "limit": {
      "default": 25,
      "max": 100
    },
    "single": null,
    "columns": [
      "id",
      "state",
      "type",
      "summary",
      "siteUrl",
      "documentId",
      "detail.url",
      "detail.label",
      "detail.previousHash",
      "detail.currentHash",
      "occurredAt",
      "updatedAt",
      "detail.opportunityId",
      "detail.opportunityType",
      "detail.category",
      "detail.deadline",
      "detail.applicationUrl",
      "detail.budgetMin",
      "detail.budgetMax",
      "detail.turns",
      "detail.fields",
      "detail.previousDeadline",
      "detail.reason",
      "detail.mergedInto",
      "detail.documentId",
      "detail.title",
      "detail.fileType",
      "detail.documentCategory",
      "detail.fiscalYear",
      "detail.awardId",
      "detail.awardeeName",
      "detail.federalAmount",
      "detail.previousFederalAmount",
      "detail.eventId",
      "detail.eventType",
      "detail.startAt",
      "detail.registrationUrl",
      "detail.previousStartAt",
      "detail.httpStatus",
      "detail.error",
      "detail.downSince"
    ],
    "singleColumns": null,
    "sent": {
      "type": "ALL"
    },
    "alias": "activity"
  },
  {
    "name": "coverage",
    "summary": "freshness and gaps",
    "description": "For each state, and last for national scope: its sources with the times of their last check and change, its number of records by kind, and known gaps. Free of charge. Formats: JSON (.json), NDJSON (.ndjson), CSV (.csv). Choose one with an extension in the path or its media type in Accept. Order: state ascending, then id.",
    "filters": [
      {
        "name": "state",
        "description": "Two-letter state code, or a comma-separated list of codes; none for records of national scope.",
        "kind": "list",
        "values": [
          "AK",
          "AL",
          "AR",
          "AZ",
          "CA",
          "CO",
          "CT",
          "DE",
          "FL",
          "GA",
          "HI",
          "IA",
          "ID",
          "IL",
          "IN",
          "KS",
          "KY",
          "LA",
          "MA",
          "MD",
          "ME",
          "MI",
          "MN",
          "MO",
          "MS",
          "MT",
          "NC",
          "ND",
          "NE",
          "NH",
          "NJ",
          "NM",
          "NV",
          "NY",
          "OH",
          "OK",
          "OR",
          "PA",
          "RI",
          "SC",
          "SD",
          "TN",
          "TX",
          "UT",
          "VA",
          "VT",
          "WA",
          "WI",
          "WV",
          "WY",
          "NONE"
        ]
      },
      {
        "name": "scope",
        "description": "STATE for records of a state, NATIONAL for records of national scope.",
        "kind": "list",
        "values": [
          "STATE",
          "NATIONAL"
        ]
      },
      {
        "name": "ids",
        "description": "Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored.",
        "kind": "list",
        "values": []
      },
      {
        "name": "updatedSince",
        "description": "Only records whose updatedAt is strictly after this ISO 8601 timestamp, oldest first. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "includeRemoved",
        "description": "true also returns records that are no longer published, as {id, removedAt, reason, mergedInto}, in the order of updatedSince. Only the filters state and updatedSince apply to them.",
        "kind": "flag",
        "values": []
      },
      {
        "name": "sort",
        "description": "Comma-separated fields to sort by, with a minus sign for descending order: state, lastChanged. Nulls come last, and ties are sorted by id.",
        "kind": "list",
        "values": [
          "state",
          "-state",
          "lastChanged",
          "-lastChanged"
        ]
      },
      {
        "name": "fields",
        "description": "The fields of each record to return, comma-separated.",
        "kind": "list",
        "values": [
          "state",
          "stateName",
          "lastChanged",
          "lastConfirmed",
          "records",
          "awards",
          "newest",
          "sources",
          "gaps",
          "updatedAt"
        ]
      },
      {
        "name": "facets",
        "description": "Comma-separated filters whose values to count over all matching records: state, scope.",
        "kind": "list",
        "values": [
          "state",
          "scope"
        ]
      },
      {
        "name": "bom",
        "description": "true adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8.",
        "kind": "flag",
        "values": []
      }
    ],
    "limit": {
      "default": 60,
      "max": 60
    },
    "single": null,
    "columns": [
      "state",
      "stateName",
      "lastChanged",
      "lastConfirmed",
      "records.awards",
      "records.documents",
      "records.opportunities",
      "records.events",
      "records.activities",
      "awards.held",
      "awards.published",
      "awards.sumHeld",
      "awards.sumPublished",
      "awards.rowsOfStated.published",
      "awards.rowsOfStated.stated",
      "awards.sumOfStated.published",
      "awards.sumOfStated.stated",
      "awards.allotment",
      "awards.shareNamed",
      "awards.missing.what",
      "awards.missing.rows",
      "awards.missing.amount",
      "awards.missing.verificationLacks",
      "awards.missing.since",
      "awards.missing.url",
      "newest.awards",
      "newest.documents",
      "newest.opportunities",
      "newest.events",
      "sources.source",
      "sources.label",
      "sources.url",
      "sources.status",
      "sources.lastChecked",
      "sources.lastConfirmed",
      "sources.lastChanged",
      "sources.downSince",
      "sources.note",
      "gaps",
      "updatedAt"
    ],
    "singleColumns": null
  },
  {
    "name": "allotments",
    "summary": "federal awards to states",
    "description": "Amounts that the federal program awarded to each state by fiscal year, with dollars per rural resident. For the awards that states make with this money, see awards. Formats: JSON (.json), NDJSON (.ndjson), CSV (.csv). Choose one with an extension in the path or its media type in Accept. Order: fiscalYear descending, state ascending, then id.",
    "filters": [
      {
        "name": "state",
        "description": "Two-letter state code, or a comma-separated list of codes; none for records of national scope.",
        "kind": "list",
        "values": [
          "AK",
          "AL",
          "AR",
          "AZ",
          "CA",
          "CO",
          "CT",
          "DE",
          "FL",
          "GA",
          "HI",
          "IA",
          "ID",
          "IL",
          "IN",
          "KS",
          "KY",
          "LA",
          "MA",
          "MD",
          "ME",
          "MI",
          "MN",
          "MO",
          "MS",
          "MT",
          "NC",
          "ND",
          "NE",
          "NH",
          "NJ",
          "NM",
          "NV",
          "NY",
          "OH",
          "OK",
          "OR",
          "PA",
          "RI",
          "SC",
          "SD",
          "TN",
          "TX",
          "UT",
          "VA",
          "VT",
          "WA",
          "WI",
          "WV",
          "WY",
          "NONE"
        ]
      },
      {
        "name": "scope",
        "description": "STATE for records of a state, NATIONAL for records of national scope.",
        "kind": "list",
        "values": [
          "STATE",
          "NATIONAL"
        ]
      },
      {
        "name": "fiscalYear",
        "description": "Fiscal year. 2026, FY2026, FY26 and FY 2026 mean the same.",
        "kind": "text",
        "values": []
      },
      {
        "name": "amountMin",
        "description": "Only records whose amount is known and at least this, in US dollars.",
        "kind": "text",
        "values": []
      },
      {
        "name": "amountMax",
        "description": "Only records whose amount is known and at most this, in US dollars.",
        "kind": "text",
        "values": []
      },
      {
        "name": "ids",
        "description": "Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored.",
        "kind": "list",
        "values": []
      },
      {
        "name": "updatedSince",
        "description": "Only records whose updatedAt is strictly after this ISO 8601 timestamp, oldest first. Disables caching.",
        "kind": "text",
        "values": []
      },
      {
        "name": "includeRemoved",
        "description": "true also returns records that are no longer published, as {id, removedAt, reason, mergedInto}, in the order of updatedSince. Only the filters state and updatedSince apply to them.",
        "kind": "flag",
        "values": []
      },
      {
        "name": "cursor",
        "description": "Replaces page: nextCursor of the previous page, with the same filters and sort order. 409 CURSOR_EXPIRED if the last record of that page has changed since.",
        "kind": "text",
        "values": []
      },
      {
        "name": "sort",
        "description": "Comma-separated fields to sort by, with a minus sign for descending order: state, fiscalYear, amount, ruralResidents, amountPerRuralResident. Nulls come last, and ties are sorted by id.",
        "kind": "list",
        "values": [
          "state",
          "-state",
          "fiscalYear",
          "-fiscalYear",
          "amount",
          "-amount",
          "ruralResidents",
          "-ruralResidents",
          "amountPerRuralResident",
          "-amountPerRuralResident"
        ]
      },
      {
        "name": "fields",
        "description": "The fields of each record to return, comma-separated.",
        "kind": "list",
        "values": [
          "id",
          "state",
          "stateName",
          "fiscalYear",
          "amount",
          "ruralResidents",
          "amountPerRuralResident",
          "sourceTitle",
          "sourceUrl",
          "confirmedBy",
          "updatedAt"
        ]
      },
      {
        "name": "facets",
        "description": "Comma-separated filters whose values to count over all matching records: state, scope, fiscalYear.",
        "kind": "list",
        "values": [
          "state",
          "scope",
          "fiscalYear"
        ]
      },
      {
        "name": "bom",
        "description": "true adds a byte-order mark to a table (CSV), so that some spreadsheets recognize UTF-8.",
        "kind": "flag",
        "values": []
      }
    ],
    "limit": {
      "default": 100,
      "max": 500
    },
    "single": null,
    "columns": [
      "id",
      "state",
      "stateName",
      "fiscalYear",
      "amount",
      "ruralResidents",
      "amountPerRuralResident",
      "sourceTitle",
      "sourceUrl",
      "confirmedBy",
      "updatedAt"
    ],
    "singleColumns": null
  }
]

export const SEARCH_FIELDS: readonly string[] = [
  "id",
  "title",
  "fileType",
  "category",
  "documentCategory",
  "programCategories",
  "programCategoryEvidence",
  "state",
  "stateName",
  "fiscalYear",
  "highlights",
  "url",
  "published",
  "discovered",
  "matched",
  "snippet"
]
