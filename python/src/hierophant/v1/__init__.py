"""Generated: the messages and the service that all rulesets share. Import its modules, e.g. `hierophant.v1.view_pb2`."""
