// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demotools.h"
#include "core/json/jsonparser.h"

namespace Workbench {

const QList<Json> &demoToolDefinitions()
{
    static const Json definitions = jsonLiteral(R"json([
  {"name": "get-weather", "title": "Weather", "description": "Weather of a city. Declares an output schema and keeps it.",
   "inputSchema": {"type": "object", "required": ["city"], "properties": {
      "city": {"type": "string", "minLength": 1, "description": "Name of a city", "examples": ["Lisbon"]},
      "units": {"type": "string", "enum": ["metric", "imperial"], "default": "metric"}}},
   "outputSchema": {"type": "object", "required": ["city", "temperature", "conditions", "humidity"], "properties": {
      "city": {"type": "string"}, "temperature": {"type": "number"}, "conditions": {"type": "string"},
      "humidity": {"type": "integer", "minimum": 0, "maximum": 100}}},
   "annotations": {"readOnlyHint": true, "idempotentHint": true}},
  {"name": "list-issues", "description": "Lists the issues of a project, newest first",
   "inputSchema": {"type": "object", "required": ["project"], "properties": {
      "project": {"type": "string", "default": "workbench"},
      "state": {"type": "string", "enum": ["open", "closed", "all"], "default": "open"},
      "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20}}},
   "outputSchema": {"type": "object", "required": ["issues", "total"], "properties": {
      "issues": {"type": "array"}, "total": {"type": "integer"}}},
   "annotations": {"readOnlyHint": true}},
  {"name": "get-issue", "description": "One issue, as JSON inside a text block",
   "inputSchema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer", "examples": [412]}}},
   "annotations": {"readOnlyHint": true}},
  {"name": "close-issue", "description": "Closes an issue. Answers with a ToolEnvelope, version 1.",
   "inputSchema": {"type": "object", "required": ["id"], "properties": {
      "id": {"type": "integer", "examples": [412]}, "reason": {"type": "string", "enum": ["done", "duplicate", "not-planned"], "default": "done"}}},
   "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true}},
  {"name": "get-forecast", "description": "Forecast of a city. Breaks its own output schema: numbers come as strings.",
   "inputSchema": {"type": "object", "required": ["city"], "properties": {
      "city": {"type": "string", "minLength": 1, "examples": ["Lisbon"]}, "days": {"type": "integer", "minimum": 1, "maximum": 7, "default": 3}}},
   "outputSchema": {"type": "object", "required": ["city", "days"], "properties": {
      "city": {"type": "string"},
      "days": {"type": "array", "items": {"type": "object", "required": ["day", "high", "low"], "properties": {
         "day": {"type": "integer"}, "high": {"type": "number"}, "low": {"type": "number"}}}}}},
   "annotations": {"readOnlyHint": true}},
  {"name": "draw-dot", "description": "A coloured dot as an image block",
   "inputSchema": {"type": "object", "properties": {
      "color": {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$", "default": "#3b6fd4"},
      "size": {"type": "integer", "minimum": 1, "maximum": 256, "default": 32}}},
   "annotations": {"readOnlyHint": true}},
  {"name": "beep", "description": "A short tone as an audio block",
   "inputSchema": {"type": "object", "properties": {
      "hertz": {"type": "integer", "minimum": 20, "maximum": 3900, "default": 440},
      "milliseconds": {"type": "integer", "minimum": 10, "maximum": 2000, "default": 200}}},
   "annotations": {"readOnlyHint": true}},
  {"name": "list-links", "description": "Links to resources, and one resource embedded",
   "inputSchema": {"type": "object", "properties": {}},
   "annotations": {"readOnlyHint": true}},
  {"name": "fail", "description": "A tool error: a result with isError",
   "inputSchema": {"type": "object", "properties": {"message": {"type": "string", "default": "The demo failed as it was asked to."}}}},
  {"name": "crash-call", "description": "A JSON-RPC error instead of a result",
   "inputSchema": {"type": "object", "properties": {}}},
  {"name": "slow-report", "description": "Takes its time, reports its progress, and can be cancelled",
   "inputSchema": {"type": "object", "properties": {
      "seconds": {"type": "number", "minimum": 0, "maximum": 600, "default": 5}}},
   "annotations": {"readOnlyHint": true}},
  {"name": "unknown-block", "description": "A content block of an unknown type",
   "inputSchema": {"type": "object", "properties": {}}},
  {"name": "log-something", "description": "Sends a log message beside its result",
   "inputSchema": {"type": "object", "properties": {
      "level": {"type": "string", "enum": ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"], "default": "info"},
      "message": {"type": "string", "default": "Hello from the demo."}}}},
  {"name": "count-issues", "description": "Counts the issues. Declares an envelope and returns the bare data.",
   "inputSchema": {"type": "object", "properties": {}},
   "outputSchema": {"type": "object", "required": ["ok", "data"], "properties": {
      "ok": {"type": "boolean"},
      "data": {"type": "object", "required": ["open", "closed"], "properties": {
         "open": {"type": "integer"}, "closed": {"type": "integer"}}}}},
   "annotations": {"readOnlyHint": true}},
  {"name": "newest-issue", "description": "The newest issue. Its text describes another issue than its structured content.",
   "inputSchema": {"type": "object", "properties": {}},
   "outputSchema": {"type": "object", "required": ["id", "title"], "properties": {
      "id": {"type": "integer"}, "title": {"type": "string"}}},
   "annotations": {"readOnlyHint": true}},
  {"name": "list-closed", "description": "The closed issues. Answers like a server whose SDK refuses its own result.",
   "inputSchema": {"type": "object", "properties": {}},
   "outputSchema": {"type": "object", "required": ["issues", "total"], "properties": {
      "issues": {"type": "array"}, "total": {"type": "integer"}}},
   "annotations": {"readOnlyHint": true}}
])json");
    static const QList<Json> list = [] {
        QList<Json> out;
        for (const Json &definition : definitions.items())
            out.append(definition);
        return out;
    }();
    return list;
}

} // namespace Workbench
