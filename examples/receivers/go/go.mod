module receivers

go 1.19
